system("python x.py")
system2("python", args = c("x.py", a))
processx::run("Rscript", c(file.path(d, "x.R")))
system(paste0("Rscript ", d, "/x.R"), intern = TRUE)
