# Call sites of a Julia package: Julia's own parser reads it, the rules of its modules and scopes say which function
# a name is. Nothing is run. See README.md for what it does not judge.
#
# usage: julia julia_oracle.jl REPO
#
# The parser is the package JuliaSyntax, which Julia has had built in since 1.10.

isdefined(Base, :JuliaSyntax) ? (using Base.JuliaSyntax) : (using JuliaSyntax)
using .JuliaSyntax: @K_str, @KSet_str, children, kind, SyntaxNode

const NEWEST = v"1.13"

struct Definition
    file::String
    name::String
    line::Int
    stop::Int
    kind::String
end

mutable struct Mod
    name::String
    parent::Union{Mod,Nothing}
    definitions::Dict{String,Vector{Definition}}
    imported::Dict{String,Tuple{Vector{String},Union{String,Nothing}}} # name => module, name there
    used::Vector{Vector{String}}
    exports::Set{String}
    values::Set{String}
    submodules::Dict{String,Mod}
    files::Vector{Tuple{String,SyntaxNode}}
end
Mod(name, parent) = Mod(name, parent, Dict(), Dict(), [], Set(), Set(), Dict(), [])

const REPO = abspath(ARGS[1])
const EXTENDED = Dict{String,Vector{Definition}}() # methods of functions of other modules, by the function's name
const QUOTED = Set{String}()                       # names of which code may be made
const QUALIFIED = Tuple{Mod,Vector{String},String,Definition}[]
const READ = Set{String}()
const LINES = Dict{String,Vector{SubString{String}}}()

parts(node) = something(children(node), ())
text(node) = node.val === nothing ? "" : string(node.val)
is_name(node) = kind(node) == K"Identifier" && isempty(parts(node))
place(file, node) = JuliaSyntax.source_location(file.source, JuliaSyntax.first_byte(node))
line_of(file, node) = place(file, node)[1]
stop_of(file, node) = JuliaSyntax.source_location(file.source, JuliaSyntax.last_byte(node))[1]

function inside_parens(node)
    while kind(node) == K"parens" && !isempty(parts(node))
        node = parts(node)[1]
    end
    node
end

# Names of a path `A.b.c`; nothing for what is none.
function path_of(node)
    node = inside_parens(node)
    is_name(node) && return [text(node)]
    k = kind(node)
    (k == K"curly" || k == K"macro_name" || k == K"quote") && !isempty(parts(node)) || k == K"." || return nothing
    inside = parts(node)
    if k == K"macro_name"
        found = path_of(inside[end])
        return found === nothing ? nothing : [found[1:end-1]; "@" * lstrip(found[end], '@')]
    end
    k == K"." || return path_of(inside[1])
    length(inside) == 2 || return nothing
    a, b = path_of(inside[1]), path_of(inside[2])
    a === nothing || b === nothing ? nothing : [a; b]
end

# The node that gives a path its last name.
function last_name(node)
    while !isempty(parts(node))
        node = kind(node) in KSet". macro_name" ? parts(node)[end] : parts(node)[1]
    end
    node
end

is_operator_call(node) = JuliaSyntax.is_infix_op_call(node) || JuliaSyntax.is_postfix_op_call(node)
callee_of(node) = parts(node)[is_operator_call(node) ? 2 : 1]

# The `f(…)` of a method's head, without what it returns and its type parameters.
function signature_of(head)
    head = inside_parens(head)
    while kind(head) in KSet"where ::" && length(parts(head)) > 1
        head = inside_parens(parts(head)[1])
    end
    head
end

# ── modules ────────────────────────────────────────────────────────────────────────────────────

function define(mod, file, path, node, what)
    definition = Definition(file.name, path[end], line_of(file, node), stop_of(file, node), what)
    if length(path) == 1
        push!(get!(() -> Definition[], mod.definitions, path[1]), definition)
    else
        push!(QUALIFIED, (mod, path[1:end-1], path[end], definition))
    end
end

struct File
    name::String
    source
end

function read_file(mod, name)
    full = joinpath(REPO, name)
    (name in READ || !isfile(full)) && return
    push!(READ, name)
    tree = try
        JuliaSyntax.parseall(SyntaxNode, read(full, String); filename = full, version = NEWEST, ignore_warnings = true)
    catch
        return
    end
    push!(mod.files, (name, tree))
    file = File(name, tree.source)
    foreach(node -> collect_names(mod, file, node), parts(tree))
end

function note_quoted(node)
    if kind(node) == K"quote" && length(parts(node)) == 1 && is_name(parts(node)[1])
        push!(QUOTED, text(parts(node)[1]))
    end
    foreach(note_quoted, parts(node))
end

# `for f in (:a, :b) @eval $f(x) = … end` defines each of the names.
function define_quoted(mod, file, loop)
    names = String[]
    list(node) = kind(node) == K"quote" && length(parts(node)) == 1 && is_name(parts(node)[1]) ?
        push!(names, text(parts(node)[1])) : foreach(list, parts(node))
    list(parts(loop)[1])
    walk(node) = begin
        if kind(node) == K"function"
            head = signature_of(parts(node)[1])
            callee = kind(head) in KSet"call dotcall" ? inside_parens(callee_of(head)) : head
            owner = kind(callee) == K"." ? something(path_of(parts(callee)[1]), String[]) : String[]
            made = kind(last_part(callee)) == K"$"
            made && foreach(name -> define(mod, file, [owner; name], node, "function"), names)
        end
        foreach(walk, parts(node))
    end
    walk(parts(loop)[2])
end

# What a path ends in: the `$f` of `Base.$f`.
last_part(node) = kind(node) in KSet". quote parens" && !isempty(parts(node)) ? last_part(parts(node)[end]) : node

function import_path(node)
    names = String[]
    for part in parts(node)
        found = path_of(part)
        append!(names, found === nothing ? [text(part) == "" ? "." : text(part)] : found)
    end
    names
end

function collect_import(mod, node)
    is_using = kind(node) == K"using"
    for item in parts(node)
        if kind(item) == K":"
            owner = import_path(parts(item)[1])
            for one in parts(item)[2:end]
                renamed = kind(one) == K"as"
                name = import_path(renamed ? parts(one)[1] : one)[end]
                mod.imported[renamed ? path_of(parts(one)[2])[end] : name] = (owner, name)
            end
        elseif kind(item) == K"as"
            mod.imported[path_of(parts(item)[2])[end]] = (import_path(parts(item)[1]), nothing)
        else
            path = import_path(item)
            is_using && push!(mod.used, path)
            mod.imported[path[end]] = (path, nothing)
        end
    end
end

function collect_names(mod, file, node)
    k = kind(node)
    inside = parts(node)
    if k == K"module"
        name = text(inside[1])
        inner = get!(() -> Mod(name, mod), mod.submodules, name)
        push!(inner.files, (file.name, node))
        foreach(part -> collect_names(inner, file, part), parts(inside[2]))
    elseif k == K"using" || k == K"import"
        collect_import(mod, node)
    elseif k == K"export" || k == K"public"
        for one in inside
            found = path_of(one)
            found === nothing || push!(mod.exports, found[end])
        end
    elseif k == K"function" || k == K"macro"
        collect_method(mod, file, node)
    elseif k == K"struct" || k == K"abstract" || k == K"primitive"
        collect_type(mod, file, node)
    elseif k == K"call" && !isempty(inside) && path_of(inside[1]) == ["include"] && length(inside) == 2
        found = literal_path(inside[2])
        found === nothing || read_file(mod, normpath(joinpath(dirname(file.name), found)))
    elseif k == K"=" && length(inside) == 2
        for name in targets(inside[1])
            push!(mod.values, name)
        end
        note_quoted(inside[2])
    elseif k == K"macrocall"
        note_quoted(node)
        foreach(part -> collect_names(mod, file, part), inside[2:end])
    elseif k in KSet"block if elseif else for while let try doc const global toplevel catch"
        k == K"for" && (note_quoted(node); define_quoted(mod, file, node))
        foreach(part -> collect_names(mod, file, part), inside)
    end
end

function literal_path(node)
    node = inside_parens(node)
    kind(node) == K"string" && length(parts(node)) == 1 && return text(parts(node)[1])
    if kind(node) == K"call" && path_of(parts(node)[1]) == ["joinpath"]
        found = [literal_path(part) for part in parts(node)[2:end]]
        return any(isnothing, found) ? nothing : joinpath(found...)
    end
    nothing
end
isnothing(x) = x === nothing

function collect_method(mod, file, node)
    head = signature_of(parts(node)[1])
    if kind(node) == K"macro"
        name = path_of(kind(head) in KSet"call dotcall" ? parts(head)[1] : head)
        name === nothing || define(mod, file, ["@" * lstrip(name[end], '@')], node, "macro")
        return
    end
    callee = kind(head) in KSet"call dotcall" ? callee_of(head) : head
    path = path_of(callee)
    path === nothing || define(mod, file, path, node, "function")
end

function collect_type(mod, file, node)
    head = inside_parens(parts(node)[1])
    kind(head) == K"<:" && (head = parts(head)[1])
    path = path_of(head)
    path === nothing && return
    define(mod, file, path, node, "struct")
    kind(node) == K"struct" || return
    for part in parts(parts(node)[end])
        is_inner = kind(part) in KSet"function macrocall doc"
        is_inner && foreach(one -> kind(one) == K"function" && collect_method(mod, file, one), (part, parts(part)...))
    end
end

# Names that an assignment gives a value to.
function targets(node)
    node = inside_parens(node)
    k = kind(node)
    is_name(node) && return [text(node)]
    k in KSet"tuple parameters" && return vcat(String[], map(targets, parts(node))...)
    k in KSet":: = ... curly <: local global const" && !isempty(parts(node)) && return targets(parts(node)[1])
    String[]
end

# A module by its path as seen from one; nothing when it is not of the project.
function module_at(mod, path)
    dots = count(==("."), path)
    names = path[dots+1:end]
    if dots > 0
        for _ in 2:dots
            mod = mod === nothing ? nothing : mod.parent
        end
    else
        isempty(names) && return nothing
        found = named_module(mod, names[1])
        mod, names = found, names[2:end]
    end
    for name in names
        mod === nothing && return nothing
        mod = mod.name == name && !haskey(mod.submodules, name) ? mod : get(mod.submodules, name, nothing)
    end
    mod
end

function named_module(mod, name, depth = 0)
    depth > 20 && return nothing
    haskey(mod.submodules, name) && return mod.submodules[name]
    mod.name == name && return mod
    if haskey(mod.imported, name)
        path, of = mod.imported[name]
        whole = of === nothing ? path : [path; of]
        whole == [name] || return module_at(mod, whole)
    end
    root = mod
    while root.parent !== nothing && root.parent.name != ""
        root = root.parent
    end
    root.name == name ? root : nothing
end

# ── what names mean ────────────────────────────────────────────────────────────────────────────

# The definitions of a name as a module sees it, or why there are none.
function look_up(mod, name, depth = 0)
    depth > 20 && return :unknown
    haskey(mod.submodules, name) && return :unknown
    if haskey(mod.imported, name)
        path, of = mod.imported[name]
        owner = module_at(mod, of === nothing ? path[1:end-1] : path)
        if of !== nothing || length(path) > 1
            owner === nothing || owner === mod || return look_up(owner, of === nothing ? path[end] : of, depth + 1)
            return :outside
        end
    end
    haskey(mod.definitions, name) && return mod.definitions[name]
    name in mod.values && return :unknown
    for path in mod.used
        used = module_at(mod, path)
        used === nothing || used === mod || !(name in used.exports) || return look_up(used, name, depth + 1)
    end
    name in QUOTED || lstrip(name, '@') in QUOTED ? :unknown : :outside
end

# Gives methods that are written for a function of another module to that function.
function settle(mod)
    for (name, definitions) in mod.definitions
        haskey(mod.imported, name) || continue
        path, of = mod.imported[name]
        (of !== nothing || length(path) > 1) || continue
        owner = module_at(mod, of === nothing ? path[1:end-1] : path)
        if owner === nothing
            append!(get!(() -> Definition[], EXTENDED, name), definitions)
        elseif owner !== mod
            append!(get!(() -> Definition[], owner.definitions, of === nothing ? path[end] : of), definitions)
        end
    end
    foreach(settle, values(mod.submodules))
end

function settle_qualified()
    for (mod, owner, name, definition) in QUALIFIED
        found = module_at(mod, owner)
        if found === nothing
            push!(get!(() -> Definition[], EXTENDED, name), definition)
        else
            push!(get!(() -> Definition[], found.definitions, name), definition)
        end
    end
end

# ── call sites ─────────────────────────────────────────────────────────────────────────────────

# Names that a function or a block binds: to a function of its own, or to nothing known.
const Scope = Dict{String,Vector{Definition}}

function bind!(scope, node)
    for name in targets(node)
        get!(scope, name, Definition[])
    end
end

function parameters!(scope, head)
    head = inside_parens(head)
    if kind(head) == K"where"
        for one in parts(head)[2:end], name in (kind(one) == K"braces" ? parts(one) : (one,))
            bind!(scope, name)
        end
        return parameters!(scope, parts(head)[1])
    elseif kind(head) == K"::" && length(parts(head)) > 1 && kind(inside_parens(parts(head)[1])) in KSet"call tuple where"
        return parameters!(scope, parts(head)[1])
    end
    is_call = kind(head) in KSet"call dotcall"
    if is_call && kind(inside_parens(parts(head)[1])) == K"::"
        bind!(scope, inside_parens(parts(head)[1]))
    end
    inside = kind(head) in KSet"tuple call dotcall" ? parts(head) : (head,)
    skipped = is_call ? (is_operator_call(head) ? 2 : 1) : 0
    for (at, one) in enumerate(inside)
        at == skipped || foreach(part -> bind!(scope, part), kind(one) == K"parameters" ? parts(one) : (one,))
    end
end

# What the code of a function binds, functions in it left out.
function locals!(scope, file, node)
    k = kind(node)
    inside = parts(node)
    if k == K"function"
        head = signature_of(inside[1])
        path = kind(head) in KSet"call dotcall" ? path_of(callee_of(head)) : path_of(head)
        if path !== nothing && length(path) == 1
            definition = Definition(file.name, path[1], line_of(file, node), stop_of(file, node), "function")
            push!(get!(() -> Definition[], scope, path[1]), definition)
        end
        return
    end
    k in KSet"-> do quote macro" && return
    if k == K"=" || k == K"in"
        bind!(scope, inside[1])
        if k == K"=" && kind(inside[2]) in KSet"-> function" && is_name(inside[1])
            definition = Definition(file.name, text(inside[1]), line_of(file, node), stop_of(file, node), "function")
            push!(scope[text(inside[1])], definition)
        end
    elseif k == K"local"
        foreach(part -> bind!(scope, part), inside)
    elseif k == K"catch" && !isempty(inside) && is_name(inside[1])
        bind!(scope, inside[1])
    end
    foreach(part -> locals!(scope, file, part), inside)
end

function report(file, node, callee, mod, scopes, form, is_quoted)
    name_node = last_name(callee)
    path = path_of(callee)
    line, column = place(file, name_node)
    path === nothing && return
    name = path[end]
    status, reason, optional, found = "external", "not defined in the project", false, Definition[]
    at = findlast(scope -> haskey(scope, path[1]), scopes)
    if is_quoted
        status, reason = "unknown", "code that a macro makes"
    elseif at !== nothing
        found = length(path) == 1 ? scopes[at][name] : Definition[]
        status = isempty(found) ? "unknown" : "internal"
        reason = isempty(found) ? "calls a parameter or a local variable" : ""
        optional = !isempty(found) && length(unique(d -> d.line, found)) > 1
    else
        owner = length(path) == 1 ? mod : module_at(mod, path[1:end-1])
        if owner === nothing
            is_outside = haskey(mod.imported, path[1]) || path[1] in ("Base", "Core")
            meaning = is_outside ? :outside : :unknown
        else
            meaning = look_up(owner, name)
        end
        if meaning isa Vector
            status, found = "internal", meaning
        elseif meaning == :unknown
            status, reason = "unknown", "a value, a member, or made by a macro"
        elseif haskey(EXTENDED, name)
            # Which of its methods run is a matter of types.
            status, reason, optional, found = "internal", "methods added to a function from outside", true, EXTENDED[name]
        end
    end
    call_line = line_of(file, node)
    print("{\"type\":\"site\",\"file\":", json(file.name), ",\"line\":", line, ",\"column\":", utf16_column(file, line, column), ",\"callLine\":", call_line)
    print(",\"name\":", json(name), ",\"kind\":\"call\",\"form\":", json(form), ",\"inside\":\"\",\"status\":\"", status, "\"")
    print(",\"reason\":", json(reason), ",\"optional\":", optional, ",\"defs\":[")
    join(stdout, [string("{\"file\":", json(d.file), ",\"name\":", json(d.name), ",\"line\":", d.line, ",\"startLine\":", d.line,
            ",\"endLine\":", d.stop, ",\"kind\":\"", d.kind, "\"}") for d in found], ",")
    println("]}")
end

json(text) = string('"', replace(replace(text, '\\' => "\\\\"), '"' => "\\\""), '"')

# A column counted in characters, in UTF-16 units.
function utf16_column(file, line, column)
    lines = get!(() -> split(read(joinpath(REPO, file.name), String), '\n'), LINES, file.name)
    column + count(c -> codepoint(c) > 0xffff, first_of(lines[line], column - 1))
end
first_of(text, n) = SubString(text, 1, n < 1 ? 0 : nextind(text, 0, min(n, length(text))))

function visit(file, node, mod, scopes, is_head = false, is_quoted = false)
    k = kind(node)
    inside = parts(node)
    (k == K"module" || k in KSet"using import export public") && return
    if k == K"quote" || k == K"$"
        foreach(part -> visit(file, part, mod, scopes, false, k == K"quote"), inside)
        return
    end
    if k in KSet"call dotcall" && !is_head && !isempty(inside)
        callee = callee_of(node)
        form = k == K"dotcall" ? "f.(x)" : is_operator_call(node) ? "operator" : kind(callee) == K"." ? "M.f(x)" : "f(x)"
        report(file, node, callee, mod, scopes, form, is_quoted)
        if is_operator_call(node) && length(inside) == 3 && path_of(inside[2]) == ["|>"] && path_of(inside[3]) !== nothing
            report(file, node, inside[3], mod, scopes, "x |> f", is_quoted)
        end
    elseif k == K"macrocall" && kind(inside[1]) in KSet"macro_name ."
        report(file, node, inside[1], mod, scopes, "@m", is_quoted)
    end
    inner = scopes
    if k in KSet"function macro -> do"
        scope = Scope()
        k == K"do" || parameters!(scope, inside[1])
        k == K"do" && parameters!(scope, inside[1])
        foreach(part -> locals!(scope, file, part), inside[2:end])
        inner = [scopes; scope]
    elseif k in KSet"generator for let while"
        scope = Scope()
        locals!(scope, file, node)
        inner = [scopes; scope]
    elseif k == K"struct"
        scope = Scope("new" => Definition[])
        inner = [scopes; scope]
    end
    for (at, part) in enumerate(inside)
        head = at == 1 && (k in KSet"function macro" || is_head && k in KSet"where :: parens")
        visit(file, part, mod, inner, head, is_quoted)
    end
end

function visit_module(mod)
    for (name, tree) in mod.files
        kind(tree) == K"toplevel" || continue
        println("{\"type\":\"file\",\"file\":", json(name), "}")
    end
    for (name, tree) in mod.files
        file = File(name, tree.source)
        body = kind(tree) == K"module" ? parts(parts(tree)[2]) : parts(tree)
        foreach(part -> visit(file, part, mod, Scope[]), body)
    end
    foreach(visit_module, values(mod.submodules))
end

const MAIN = Mod("", nothing)
const SOURCES = sort(filter(name -> endswith(name, ".jl"), readdir(joinpath(REPO, "src"))))
const PACKAGE = replace(basename(REPO), r"\.jl$" => "")
read_file(MAIN, joinpath("src", PACKAGE * ".jl" in SOURCES ? PACKAGE * ".jl" : first(SOURCES)))
# What is included under a computed name is taken to be the package's own.
const OWN = get(MAIN.submodules, PACKAGE, MAIN)
for (folder, _, names) in walkdir(joinpath(REPO, "src")), name in sort(names)
    endswith(name, ".jl") && read_file(OWN, relpath(joinpath(folder, name), REPO))
end
settle_qualified()
settle(MAIN)
visit_module(MAIN)
