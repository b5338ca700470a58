# Definitions in R files as R's own parser sees them, walked in its syntax trees.
#
# Reads paths, one a line; prints "PATH\tread" and "PATH\tLINE\tNAME" (see program_means.ts). A definition is a
# function literal that is given a name by an assignment or as a member of a class, or what registers a class,
# a generic or a method of S4.

class_makers <- c("R6Class", "setRefClass")
registrations <- c("setClass", "setRefClass", "setGeneric", "setMethod", "R6Class")

called <- function(expr) {
  head <- expr[[1]]
  if (is.call(head) && length(head) == 3 && as.character(head[[1]])[1] %in% c("::", ":::")) head <- head[[3]]
  if (is.symbol(head)) as.character(head) else ""
}

is_function <- function(expr) is.call(expr) && identical(expr[[1]], quote(`function`))

is_plain <- function(expr) is.symbol(expr) || (is.character(expr) && length(expr) == 1)

# First line of the nearest source reference below an expression: that of its first function literal.
line_of <- function(expr) {
  if (is_function(expr) && length(expr) >= 4 && !is.null(expr[[4]])) return(as.integer(expr[[4]])[1])
  0L
}

definitions <- function(path) {
  found <- list()
  note <- function(name, line) found[[length(found) + 1L]] <<- c(line, name)

  members <- function(expr) {
    if (!is.call(expr) || !called(expr) %in% c("list", "c")) return()
    for (name in setdiff(names(expr), "")) {
      if (is_function(expr[[name]])) note(name, line_of(expr[[name]]))
    }
  }

  visit <- function(expr) {
    if (missing(expr) || !(is.call(expr) || is.pairlist(expr) || is.expression(expr))) return()
    if (is.call(expr)) {
      name <- called(expr)
      if (name %in% c("<-", "<<-", "=") && length(expr) == 3 && is_function(expr[[3]]) && is_plain(expr[[2]])) {
        note(as.character(expr[[2]]), line_of(expr[[3]]))
      } else if (name %in% registrations && length(expr) > 1 && is.character(expr[[2]]) && length(expr[[2]]) == 1) {
        if (is.null(names(expr)) || names(expr)[2] %in% c("", "Class", "f", "name", "classname")) note(expr[[2]], 0L)
      }
      if (name %in% class_makers) for (part in as.list(expr)[-1]) if (!missing(part)) members(part)
    }
    for (part in as.list(expr)) if (!missing(part)) visit(part)
  }

  visit(parse(path, keep.source = TRUE, encoding = "UTF-8"))
  found
}

options(expressions = 50000, warn = -1)
for (path in readLines(file("stdin"))) {
  found <- tryCatch(definitions(path), error = function(e) NULL)
  if (is.null(found)) next
  cat(path, "\tread\n", sep = "")
  for (definition in found) cat(path, definition[1], paste0(definition[2], "\n"), sep = "\t")
}
