# Definitions in Julia files as Julia's own parser sees them, walked in its syntax trees.
#
# Reads paths, one a line; prints "PATH\tread" and "PATH\tLINE\tNAME" (see program_means.ts). A definition is a
# method, a function without methods, a macro, a type or a module. What is quoted is no definition yet, nor has
# a method a name whose name is interpolated.
#
# The parser is the package JuliaSyntax, which Julia has had built in since 1.10.

isdefined(Base, :JuliaSyntax) ? (using Base.JuliaSyntax) : (using JuliaSyntax)
using .JuliaSyntax: @K_str, @KSet_str, children, kind, SyntaxNode

const NEWEST = v"1.13"
const TYPES = (K"struct", K"abstract", K"primitive")

parts(node) = something(children(node), ())

# The node of the name that a head gives; nothing when it gives none.
function name_node(node)
    while true
        k = kind(node)
        inside = parts(node)
        isempty(inside) && return k == K"Placeholder" ? nothing : node
        if k == K"call" || k == K"dotcall"
            node = JuliaSyntax.is_infix_op_call(node) || JuliaSyntax.is_postfix_op_call(node) ? inside[2] : inside[1]
            kind(node) == K"parens" && kind(inside_parens(node)) == K"::" && return node
        elseif k in KSet"where :: curly <: parens"
            node = inside[1]
        elseif k == K"."
            node = inside[end]
        elseif k == K"quote"
            node = inside[end]
        else
            return nothing
        end
    end
end

function inside_parens(node)
    while kind(node) == K"parens"
        node = parts(node)[1]
    end
    node
end

function is_callable(head)
    while kind(head) in KSet"where ::" && length(parts(head)) > 1
        head = parts(head)[1]
    end
    kind(head) == K"call" || return false
    callee = inside_parens(parts(head)[1])
    kind(callee) == K"::"
end

text(node) = string(node.val === nothing ? "" : node.val)

function visit(found, node, source)
    k = kind(node)
    k == K"quote" && return
    inside = parts(node)
    if k == K"function" || k == K"macro"
        head = inside[1]
        line = JuliaSyntax.source_location(source, JuliaSyntax.first_byte(head))[1]
        if k == K"function" && is_callable(head)
            push!(found, (line, "()"))
        elseif kind(head) != K"tuple"
            name = name_node(head)
            if name !== nothing && kind(name) != K"$" && text(name) != ""
                push!(found, (line, k == K"macro" ? "@" * lstrip(text(name), '@') : text(name)))
            end
        end
    elseif k in TYPES || k == K"module"
        name = name_node(inside[1])
        line = JuliaSyntax.source_location(source, JuliaSyntax.first_byte(inside[1]))[1]
        name === nothing || push!(found, (line, text(name)))
    end
    foreach(part -> visit(found, part, source), inside)
end

function definitions(path)
    code = read(path, String)
    tree = JuliaSyntax.parseall(SyntaxNode, code; filename = path, version = NEWEST, ignore_warnings = true)
    found = Tuple{Int,String}[]
    visit(found, tree, tree.source)
    found
end

for path in eachline(stdin)
    found = try
        definitions(path)
    catch
        continue
    end
    println(path, "\tread")
    foreach(((line, name),) -> println(path, "\t", line, "\t", name), found)
end
