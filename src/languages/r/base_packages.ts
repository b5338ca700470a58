/** What R itself offers without any `library()`: the names of its own packages. Written by R, see below. */

/**
 * Names by package, in the order in which R looks for them. Source: `ls(baseenv())` and
 * `ls("package:…")` of R 4.2, without methods of internal classes, with what base has gained since.
 */
const NAMES: Readonly<Record<string, string>> = {
  base: "! !.hexmode !.octmode != $ $.DLLInfo $.package_version $<- $<-.data.frame %% %*% %/% " +
    "%in% %o% %x% %||% & && &.hexmode &.octmode ( * *.difftime + +.Date +.POSIXt - -.Date " +
    "-.POSIXt ...elt ...length ...names ..deparseOpts ..getNamespace .ArgsEnv .AutoloadEnv " +
    ".BaseNamespaceEnv .C .C_R_addTaskCallback .C_R_getTaskCallbackNames " +
    ".C_R_removeTaskCallback .Call .Call.graphics .Date .Defunct .Deprecated .Device .Devices " +
    ".External .External.graphics .External2 .F_dchdc .F_dqrcf .F_dqrdc2 .F_dqrqty .F_dqrqy " +
    ".F_dqrrsd .F_dqrxb .F_dtrco .First.sys .Fortran .GenericArgsEnv .GlobalEnv .Internal " +
    ".LC.categories .Last.value .Library .Library.site .Machine .NotYetImplemented " +
    ".NotYetUsed .OptRequireMethods .Options .POSIXct .POSIXlt .Platform .Primitive " +
    ".S3PrimitiveGenerics .S3_methods_table .S3method .Script .TAOCP1997init .amatch_bounds " +
    ".amatch_costs .bincode .cache_class .class2 .col .colMeans .colSums " +
    ".decode_numeric_version .deparseOpts .detach .difftime .doSortWrap .doTrace .doWrap " +
    ".dynLibs .encode_numeric_version .expand_R_libs_env_var .format.zeros .getNamespace " +
    ".getNamespaceInfo .getRequiredPackages .getRequiredPackages2 .gt .gtn .handleSimpleError " +
    ".isMethodsDispatchOn .isOpen .kappa_tri .knownS3Generics .kronecker .leap.seconds " +
    ".libPaths .makeMessage .make_numeric_version .mapply .maskedMsg .mergeExportMethods " +
    ".mergeImportMethods .noGenerics .packageStartupMessage .packages .popath .pretty " +
    ".primTrace .primUntrace .rmpkg .row .rowMeans .rowNamesDF<- .rowSums .row_names_info " +
    ".set_row_names .signalSimpleWarning .standard_regexps .subset .subset2 .sys.timezone " +
    ".traceback .tryResumeInterrupt .userHooksEnv .valid.factor / /.difftime : :: ::: < <- " +
    "<<- <= = == > >= @ @<- Arg Conj Cstack_info Encoding Encoding<- Exec F Filter Find I " +
    "ISOdate ISOdatetime Im LETTERS La.svd La_library La_version Map Math.Date Math.POSIXt " +
    "Math.data.frame Math.difftime Math.factor Mod NCOL NROW Negate NextMethod OlsonNames " +
    "Ops.Date Ops.POSIXt Ops.data.frame Ops.difftime Ops.factor Ops.numeric_version " +
    "Ops.ordered Position R.Version R.home R.version R.version.string RNGkind RNGversion " +
    "R_system_version Re Recall Reduce Summary.Date Summary.POSIXct Summary.POSIXlt " +
    "Summary.data.frame Summary.difftime Summary.factor Summary.numeric_version " +
    "Summary.ordered Sys.Date Sys.chmod Sys.getenv Sys.getlocale Sys.getpid Sys.glob Sys.info " +
    "Sys.localeconv Sys.readlink Sys.setFileTime Sys.setLanguage Sys.setenv Sys.setlocale " +
    "Sys.sleep Sys.time Sys.timezone Sys.umask Sys.unsetenv Sys.which T Tailcall UseMethod " +
    "Vectorize [ [.AsIs [.DLLInfoList [.Date [.Dlist [.POSIXct [.POSIXlt [.data.frame " +
    "[.difftime [.factor [.hexmode [.listof [.noquote [.numeric_version [.octmode " +
    "[.simple.list [.table [.warnings [<- [<-.Date [<-.POSIXct [<-.POSIXlt [<-.data.frame " +
    "[<-.difftime [<-.factor [<-.numeric_version [[ [[.Date [[.POSIXct [[.POSIXlt " +
    "[[.data.frame [[.factor [[.numeric_version [[<- [[<-.POSIXlt [[<-.data.frame [[<-.factor " +
    "[[<-.numeric_version ^ abbreviate abs acos acosh activeBindingFunction addNA " +
    "addTaskCallback agrep agrepl alist all all.equal all.equal.POSIXt all.equal.character " +
    "all.equal.default all.equal.envRefClass all.equal.environment all.equal.factor " +
    "all.equal.formula all.equal.function all.equal.language all.equal.list all.equal.numeric " +
    "all.equal.raw all.names all.vars allow.seq allowInterrupts any anyDuplicated " +
    "anyDuplicated.array anyDuplicated.data.frame anyDuplicated.default anyDuplicated.matrix " +
    "anyNA anyNA.POSIXlt anyNA.data.frame anyNA.numeric_version aperm aperm.default " +
    "aperm.table append apply args array array2DF arrayInd as.Date as.Date.POSIXct " +
    "as.Date.POSIXlt as.Date.character as.Date.default as.Date.factor as.Date.numeric " +
    "as.POSIXct as.POSIXct.Date as.POSIXct.POSIXlt as.POSIXct.default as.POSIXct.numeric " +
    "as.POSIXlt as.POSIXlt.Date as.POSIXlt.POSIXct as.POSIXlt.character as.POSIXlt.default " +
    "as.POSIXlt.factor as.POSIXlt.numeric as.array as.array.default as.call as.character " +
    "as.character.Date as.character.POSIXt as.character.condition as.character.default " +
    "as.character.error as.character.factor as.character.hexmode as.character.numeric_version " +
    "as.character.octmode as.character.srcref as.complex as.data.frame as.data.frame.AsIs " +
    "as.data.frame.Date as.data.frame.POSIXct as.data.frame.POSIXlt as.data.frame.array " +
    "as.data.frame.character as.data.frame.complex as.data.frame.data.frame " +
    "as.data.frame.default as.data.frame.difftime as.data.frame.factor as.data.frame.integer " +
    "as.data.frame.list as.data.frame.logical as.data.frame.matrix as.data.frame.model.matrix " +
    "as.data.frame.noquote as.data.frame.numeric as.data.frame.numeric_version " +
    "as.data.frame.ordered as.data.frame.raw as.data.frame.table as.data.frame.ts " +
    "as.data.frame.vector as.difftime as.double as.double.POSIXlt as.double.difftime " +
    "as.environment as.expression as.expression.default as.factor as.function " +
    "as.function.default as.hexmode as.integer as.list as.list.Date as.list.POSIXct " +
    "as.list.POSIXlt as.list.data.frame as.list.default as.list.difftime as.list.environment " +
    "as.list.factor as.list.function as.list.numeric_version as.logical as.logical.factor " +
    "as.matrix as.matrix.POSIXlt as.matrix.data.frame as.matrix.default as.matrix.noquote " +
    "as.name as.null as.null.default as.numeric as.numeric_version as.octmode as.ordered " +
    "as.package_version as.pairlist as.qr as.raw as.single as.single.default as.symbol " +
    "as.table as.table.default as.vector as.vector.POSIXlt as.vector.data.frame " +
    "as.vector.factor asNamespace asS3 asS4 asin asinh asplit assign atan atan2 atanh attach " +
    "attachNamespace attr attr.all.equal attr<- attributes attributes<- autoload autoloader " +
    "backsolve balancePOSIXlt baseenv basename besselI besselJ besselK besselY beta " +
    "bindingIsActive bindingIsLocked bindtextdomain bitwAnd bitwNot bitwOr bitwShiftL " +
    "bitwShiftR bitwXor body body<- bquote break browser browserCondition browserSetDebug " +
    "browserText builtins by by.data.frame by.default bzfile c c.Date c.POSIXct c.POSIXlt " +
    "c.difftime c.factor c.noquote c.numeric_version c.warnings call callCC capabilities " +
    "casefold cat cbind cbind.data.frame ceiling char.expand charToRaw character charmatch " +
    "chartr check_tzones chkDots chol chol.default chol2inv choose class class<- " +
    "clearPushBack close close.connection close.srcfile close.srcfilealias " +
    "closeAllConnections col colMeans colSums colnames colnames<- commandArgs comment " +
    "comment<- complex computeRestarts conditionCall conditionCall.condition conditionMessage " +
    "conditionMessage.condition conflictRules conflicts contributors cos cosh cospi crossprod " +
    "cummax cummin cumprod cumsum curlGetHeaders cut cut.Date cut.POSIXt cut.default dQuote " +
    "data.class data.frame data.matrix date debug debuggingState debugonce " +
    "default.stringsAsFactors delayedAssign deparse deparse1 det detach determinant " +
    "determinant.matrix dget diag diag<- diff diff.Date diff.POSIXt diff.default " +
    "diff.difftime difftime digamma dim dim.data.frame dim<- dimnames dimnames.data.frame " +
    "dimnames<- dimnames<-.data.frame dir dir.create dir.exists dirname do.call dontCheck " +
    "double dput drop droplevels droplevels.data.frame droplevels.factor dump duplicated " +
    "duplicated.POSIXlt duplicated.array duplicated.data.frame duplicated.default " +
    "duplicated.matrix duplicated.numeric_version duplicated.warnings dyn.load dyn.unload " +
    "dynGet eapply eigen emptyenv enc2native enc2utf8 encodeString endsWith enquote " +
    "env.profile environment environment<- environmentIsLocked environmentName errorCondition " +
    "eval eval.parent evalq exists exp expand.grid expm1 expression extSoftVersion factor " +
    "factorial fifo file file.access file.append file.choose file.copy file.create " +
    "file.exists file.info file.link file.mode file.mtime file.path file.remove file.rename " +
    "file.show file.size file.symlink find.package findInterval findPackageEnv findRestart " +
    "floor flush flush.connection for force forceAndCall formals formals<- format format.AsIs " +
    "format.Date format.POSIXct format.POSIXlt format.data.frame format.default " +
    "format.difftime format.factor format.hexmode format.info format.libraryIQR " +
    "format.numeric_version format.octmode format.packageInfo format.pval " +
    "format.summaryDefault formatC formatDL forwardsolve function gamma gc gc.time gcinfo " +
    "gctorture gctorture2 get get0 getAllConnections getCallingDLL getCallingDLLe " +
    "getConnection getDLLRegisteredRoutines getDLLRegisteredRoutines.DLLInfo " +
    "getDLLRegisteredRoutines.character getElement getExportedValue getHook getLoadedDLLs " +
    "getNamespace getNamespaceExports getNamespaceImports getNamespaceInfo getNamespaceName " +
    "getNamespaceUsers getNamespaceVersion getNativeSymbolInfo getOption getRversion " +
    "getSrcLines getTaskCallbackNames geterrmessage gettext gettextf getwd gl " +
    "globalCallingHandlers globalenv gregexec gregexpr grep grepRaw grepl grepv grouping gsub " +
    "gzcon gzfile iconv iconvlist icuGetCollate icuSetCollate identical identity if ifelse " +
    "importIntoEnv infoRDS inherits intToBits intToUtf8 integer interaction interactive " +
    "intersect inverse.rle invisible invokeRestart invokeRestartInteractively is.R is.array " +
    "is.atomic is.call is.character is.complex is.data.frame is.double is.element " +
    "is.environment is.expression is.factor is.finite is.function is.infinite is.integer " +
    "is.language is.list is.loaded is.logical is.matrix is.na is.na.POSIXlt is.na.data.frame " +
    "is.na.numeric_version is.na<- is.na<-.default is.na<-.factor is.na<-.numeric_version " +
    "is.name is.nan is.null is.numeric is.numeric.Date is.numeric.POSIXt is.numeric.difftime " +
    "is.numeric_version is.object is.ordered is.package_version is.pairlist is.primitive " +
    "is.qr is.qr.R is.raw is.recursive is.single is.symbol is.table is.unsorted is.vector " +
    "isBaseNamespace isFALSE isIncomplete isNamespace isNamespaceLoaded isOpen isRestart isS4 " +
    "isSeekable isSymmetric isSymmetric.matrix isTRUE isa isatty isdebugged jitter julian " +
    "julian.Date julian.POSIXt kappa kappa.default kappa.lm kappa.qr kronecker l10n_info " +
    "labels labels.default lapply lazyLoad lazyLoadDBexec lazyLoadDBfetch lbeta lchoose " +
    "length length.POSIXlt length<- length<-.Date length<-.POSIXct length<-.POSIXlt " +
    "length<-.difftime length<-.factor lengths letters levels levels.default levels<- " +
    "levels<-.factor lfactorial lgamma libcurlVersion library library.dynam " +
    "library.dynam.unload licence license list list.dirs list.files list2DF list2env load " +
    "loadNamespace loadedNamespaces loadingNamespaceInfo local lockBinding lockEnvironment " +
    "log log10 log1p log2 logb logical lower.tri ls make.names make.unique makeActiveBinding " +
    "mapply margin.table marginSums mat.or.vec match match.arg match.call match.fun matrix " +
    "max max.col mean mean.Date mean.POSIXct mean.POSIXlt mean.default mean.difftime " +
    "mem.maxNSize mem.maxVSize memCompress memDecompress memory.profile merge " +
    "merge.data.frame merge.default message mget min missing mode mode<- month.abb month.name " +
    "months months.Date months.POSIXt mostattributes<- mtfrm mtfrm.default names " +
    "names.POSIXlt names<- names<-.POSIXlt namespaceExport namespaceImport " +
    "namespaceImportClasses namespaceImportFrom namespaceImportMethods nargs nchar ncol " +
    "new.env next ngettext nlevels noquote norm normalizePath nrow nullfile numToBits " +
    "numToInts numeric numeric_version nzchar objects oldClass oldClass<- on.exit open " +
    "open.connection open.srcfile open.srcfilealias open.srcfilecopy options order ordered " +
    "outer packBits packageEvent packageHasNamespace packageNotFoundError " +
    "packageStartupMessage package_version pairlist parent.env parent.env<- parent.frame " +
    "parse parseNamespaceFile paste paste0 path.expand path.package pcre_config pi pipe plot " +
    "pmatch pmax pmax.int pmin pmin.int polyroot pos.to.env pretty pretty.default prettyNum " +
    "print print.AsIs print.DLLInfo print.DLLInfoList print.DLLRegisteredRoutines print.Date " +
    "print.Dlist print.NativeRoutineList print.POSIXct print.POSIXlt print.by print.condition " +
    "print.connection print.data.frame print.default print.difftime print.eigen print.factor " +
    "print.function print.hexmode print.libraryIQR print.listof print.noquote " +
    "print.numeric_version print.octmode print.packageInfo print.proc_time print.restart " +
    "print.rle print.simple.list print.srcfile print.srcref print.summary.table " +
    "print.summary.warnings print.summaryDefault print.table print.warnings prmatrix " +
    "proc.time prod prop.table proportions provideDimnames psigamma pushBack pushBackLength q " +
    "qr qr.Q qr.R qr.X qr.coef qr.default qr.fitted qr.qty qr.qy qr.resid qr.solve quarters " +
    "quarters.Date quarters.POSIXt quit quote range range.default rank rapply raw " +
    "rawConnection rawConnectionValue rawShift rawToBits rawToChar rbind rbind.data.frame " +
    "rcond read.dcf readBin readChar readLines readRDS readRenviron readline reg.finalizer " +
    "regexec regexpr registerS3method registerS3methods regmatches regmatches<- remove " +
    "removeTaskCallback rep rep.Date rep.POSIXct rep.POSIXlt rep.difftime rep.factor rep.int " +
    "rep.numeric_version rep_len repeat replace replicate require requireNamespace " +
    "restartDescription restartFormals retracemem return returnValue rev rev.default rle rm " +
    "round round.Date round.POSIXt row row.names row.names.data.frame row.names.default " +
    "row.names<- row.names<-.data.frame row.names<-.default rowMeans rowSums rownames " +
    "rownames<- rowsum rowsum.data.frame rowsum.default sQuote sample sample.int sapply save " +
    "save.image saveRDS scale scale.default scan search searchpaths seek seek.connection seq " +
    "seq.Date seq.POSIXt seq.default seq.int seq_along seq_len sequence sequence.default " +
    "serialize serverSocket set.seed setHook setNamespaceInfo setSessionTimeLimit " +
    "setTimeLimit setdiff setequal setwd shQuote showConnections sign signalCondition signif " +
    "simpleCondition simpleError simpleMessage simpleWarning simplify2array sin single sinh " +
    "sink sink.number sinpi slice.index socketAccept socketConnection socketSelect " +
    "socketTimeout solve solve.default solve.qr sort sort.POSIXlt sort.default sort.int " +
    "sort.list source split split.Date split.POSIXct split.data.frame split.default split<- " +
    "split<-.data.frame split<-.default sprintf sqrt srcfile srcfilealias srcfilecopy srcref " +
    "standardGeneric startsWith stderr stdin stdout stop stopifnot storage.mode " +
    "storage.mode<- str2expression str2lang strftime strptime strrep strsplit strtoi strtrim " +
    "structure strwrap sub subset subset.data.frame subset.default subset.matrix substitute " +
    "substr substr<- substring substring<- sum summary summary.Date summary.POSIXct " +
    "summary.POSIXlt summary.connection summary.data.frame summary.default summary.factor " +
    "summary.matrix summary.proc_time summary.srcfile summary.srcref summary.table " +
    "summary.warnings suppressMessages suppressPackageStartupMessages suppressWarnings " +
    "suspendInterrupts svd sweep switch sys.call sys.calls sys.frame sys.frames sys.function " +
    "sys.load.image sys.nframe sys.on.exit sys.parent sys.parents sys.save.image sys.source " +
    "sys.status system system.file system.time system2 t t.data.frame t.default table " +
    "tabulate tan tanh tanpi tapply taskCallbackManager tcrossprod tempdir tempfile " +
    "textConnection textConnectionValue toString toString.default tolower topenv toupper " +
    "trace traceback tracemem tracingState transform transform.data.frame transform.default " +
    "trigamma trimws trunc trunc.Date trunc.POSIXt truncate truncate.connection try tryCatch " +
    "tryInvokeRestart typeof unclass undebug union unique unique.POSIXlt unique.array " +
    "unique.data.frame unique.default unique.matrix unique.numeric_version unique.warnings " +
    "units units.difftime units<- units<-.difftime unix.time unlink unlist unloadNamespace " +
    "unlockBinding unname unserialize unsplit untrace untracemem unz upper.tri url use " +
    "utf8ToInt validEnc validUTF8 vapply vector version warning warningCondition warnings " +
    "weekdays weekdays.Date weekdays.POSIXt which which.max which.min while with with.default " +
    "withAutoprint withCallingHandlers withRestarts withVisible within within.data.frame " +
    "within.list write write.dcf writeBin writeChar writeLines xor xpdrows.data.frame xtfrm " +
    "xtfrm.AsIs xtfrm.Date xtfrm.POSIXct xtfrm.POSIXlt xtfrm.data.frame xtfrm.default " +
    "xtfrm.difftime xtfrm.factor xtfrm.numeric_version xzfile zapsmall { | |.hexmode " +
    "|.octmode || ~",
  stats: ".MFclass .checkMFClasses .getXlevels .lm.fit .nknots.smspl .preformat.ts .vcov.aliased " +
    "AIC ARMAacf ARMAtoMA BIC Box.test C D DF2formula Gamma HoltWinters IQR KalmanForecast " +
    "KalmanLike KalmanRun KalmanSmooth NLSstAsymptotic NLSstClosestX NLSstLfAsymptote " +
    "NLSstRtAsymptote PP.test Pair SSD SSasymp SSasympOff SSasympOrig SSbiexp SSfol SSfpl " +
    "SSgompertz SSlogis SSmicmen SSweibull StructTS TukeyHSD acf acf2AR add.scope add1 " +
    "addmargins aggregate aggregate.data.frame aggregate.ts alias anova ansari.test aov " +
    "approx approxfun ar ar.burg ar.mle ar.ols ar.yw arima arima.sim arima0 arima0.diag " +
    "as.dendrogram as.dist as.formula as.hclust as.stepfun as.ts asOneSidedFormula ave " +
    "bandwidth.kernel bartlett.test binom.test binomial biplot bw.SJ bw.bcv bw.nrd bw.nrd0 " +
    "bw.ucv cancor case.names ccf chisq.test cmdscale coef coefficients complete.cases " +
    "confint confint.default confint.lm constrOptim contr.SAS contr.helmert contr.poly " +
    "contr.sum contr.treatment contrasts contrasts<- convolve cooks.distance cophenetic cor " +
    "cor.test cov cov.wt cov2cor covratio cpgram cutree cycle dbeta dbinom dcauchy dchisq " +
    "decompose delete.response deltat dendrapply density density.default deriv deriv3 " +
    "deviance dexp df df.kernel df.residual dfbeta dfbetas dffits dgamma dgeom dhyper diffinv " +
    "dist dlnorm dlogis dmultinom dnbinom dnorm dpois drop.scope drop.terms drop1 dsignrank " +
    "dt dummy.coef dummy.coef.lm dunif dweibull dwilcox ecdf eff.aovlist effects embed end " +
    "estVar expand.model.frame extractAIC factanal factor.scope family fft filter fisher.test " +
    "fitted fitted.values fivenum fligner.test formula frequency friedman.test ftable " +
    "gaussian getCall getInitial get_all_vars glm glm.control glm.fit hasTsp hat hatvalues " +
    "hclust heatmap influence influence.measures integrate interaction.plot inverse.gaussian " +
    "is.empty.model is.leaf is.mts is.stepfun is.ts is.tskernel isoreg kernapply kernel " +
    "kmeans knots kruskal.test ks.test ksmooth lag lag.plot line lm lm.fit lm.influence " +
    "lm.wfit loadings loess loess.control loess.smooth logLik loglin lowess ls.diag ls.print " +
    "lsfit mad mahalanobis make.link makeARIMA makepredictcall manova mantelhaen.test " +
    "mauchly.test mcnemar.test median median.default medpolish model.extract model.frame " +
    "model.frame.default model.matrix model.matrix.default model.matrix.lm model.offset " +
    "model.response model.tables model.weights monthplot mood.test mvfft na.action " +
    "na.contiguous na.exclude na.fail na.omit na.pass napredict naprint naresid nextn nlm " +
    "nlminb nls nls.control nobs numericDeriv offset oneway.test optim optimHess optimise " +
    "optimize order.dendrogram p.adjust p.adjust.methods pacf pairwise.prop.test " +
    "pairwise.t.test pairwise.table pairwise.wilcox.test pbeta pbinom pbirthday pcauchy " +
    "pchisq pexp pf pgamma pgeom phyper plclust plnorm plogis plot.ecdf plot.spec.coherency " +
    "plot.spec.phase plot.stepfun plot.ts pnbinom pnorm poisson poisson.test poly polym power " +
    "power.anova.test power.prop.test power.t.test ppoints ppois ppr prcomp predict " +
    "predict.glm predict.lm preplot princomp printCoefmat profile proj promax prop.test " +
    "prop.trend.test psignrank psmirnov pt ptukey punif pweibull pwilcox qbeta qbinom " +
    "qbirthday qcauchy qchisq qexp qf qgamma qgeom qhyper qlnorm qlogis qnbinom qnorm qpois " +
    "qqline qqnorm qqplot qsignrank qsmirnov qt qtukey quade.test quantile quasi " +
    "quasibinomial quasipoisson qunif qweibull qwilcox r2dtable rWishart rbeta rbinom rcauchy " +
    "rchisq read.ftable rect.hclust reformulate relevel reorder replications reshape resid " +
    "residuals residuals.glm residuals.lm rexp rf rgamma rgeom rhyper rlnorm rlogis rmultinom " +
    "rnbinom rnorm rpois rsignrank rsmirnov rstandard rstudent rt runif runmed rweibull " +
    "rwilcox scatter.smooth screeplot sd se.contrast selfStart setNames shapiro.test sigma " +
    "simulate smooth smooth.spline smoothEnds sortedXyData spec.ar spec.pgram spec.taper " +
    "spectrum spline splinefun splinefunH start stat.anova step stepfun stl summary.aov " +
    "summary.glm summary.lm summary.manova summary.stepfun supsmu symnum t.test termplot " +
    "terms terms.formula time toeplitz ts ts.intersect ts.plot ts.union tsSmooth tsdiag tsp " +
    "tsp<- uniroot update update.default update.formula var var.test variable.names varimax " +
    "vcov weighted.mean weighted.residuals weights wilcox.test window window<- write.ftable " +
    "xtabs",
  graphics:
    ".filled.contour Axis abline arrows assocplot axTicks axis axis.Date axis.POSIXct barplot " +
    "barplot.default box boxplot boxplot.default boxplot.matrix bxp cdplot clip close.screen " +
    "co.intervals contour contour.default coplot curve dotchart erase.screen filled.contour " +
    "fourfoldplot frame grconvertX grconvertY grid hist hist.default identify image " +
    "image.default layout layout.show lcm legend lines lines.default locator matlines matplot " +
    "matpoints mosaicplot mtext pairs pairs.default panel.smooth par persp pie plot.default " +
    "plot.design plot.function plot.new plot.window plot.xy points points.default polygon " +
    "polypath rasterImage rect rug screen segments smoothScatter spineplot split.screen stars " +
    "stem strheight stripchart strwidth sunflowerplot symbols text text.default title xinch " +
    "xspline xyinch yinch",
  grDevices: ".axisPars .clipPath .defineGroup .devUp .linearGradientPattern .mask .opIndex " +
    ".radialGradientPattern .ruleIndex .setClipPath .setMask .setPattern .tilingPattern " +
    ".useGroup CIDFont Hershey Type1Font X11 X11.options X11Font X11Fonts adjustcolor " +
    "as.graphicsAnnot as.raster axisTicks bitmap blues9 bmp boxplot.stats cairoSymbolFont " +
    "cairo_pdf cairo_ps check.options chull cm cm.colors col2rgb colorConverter colorRamp " +
    "colorRampPalette colors colorspaces colours contourLines convertColor densCols " +
    "dev.capabilities dev.capture dev.control dev.copy dev.copy2eps dev.copy2pdf dev.cur " +
    "dev.flush dev.hold dev.interactive dev.list dev.new dev.next dev.off dev.prev dev.print " +
    "dev.set dev.size dev2bitmap devAskNewPage deviceIsInteractive embedFonts extendrange " +
    "getGraphicsEvent getGraphicsEventEnv grSoftVersion graphics.off gray gray.colors grey " +
    "grey.colors hcl hcl.colors hcl.pals heat.colors hsv is.raster jpeg make.rgb n2mfrow " +
    "nclass.FD nclass.Sturges nclass.scott palette palette.colors palette.pals pdf " +
    "pdf.options pdfFonts pictex png postscript postscriptFonts ps.options quartz " +
    "quartz.options quartz.save quartzFont quartzFonts rainbow recordGraphics recordPlot " +
    "replayPlot rgb rgb2hsv savePlot setEPS setGraphicsEventEnv setGraphicsEventHandlers " +
    "setPS svg terrain.colors tiff topo.colors trans3d x11 xfig xy.coords xyTable xyz.coords",
  utils:
    ".DollarNames .RtangleCodeLabel .S3methods .romans ? RShowDoc RSiteSearch Rprof Rprofmem " +
    "Rtangle RtangleFinish RtangleRuncode RtangleSetup RtangleWritedoc RweaveChunkPrefix " +
    "RweaveEvalWithOpt RweaveLatex RweaveLatexFinish RweaveLatexOptions RweaveLatexSetup " +
    "RweaveLatexWritedoc RweaveTryStop Stangle Sweave SweaveHooks SweaveSyntConv " +
    "SweaveSyntaxLatex SweaveSyntaxNoweb URLdecode URLencode View adist alarm apropos " +
    "aregexec argsAnywhere as.person as.personList as.relistable as.roman asDateBuilt " +
    "askYesNo aspell aspell_package_C_files aspell_package_R_files aspell_package_Rd_files " +
    "aspell_package_vignettes aspell_write_personal_dictionary_file assignInMyNamespace " +
    "assignInNamespace available.packages bibentry browseEnv browseURL browseVignettes " +
    "bug.report capture.output changedFiles charClass checkCRAN chooseBioCmirror " +
    "chooseCRANmirror citEntry citFooter citHeader citation cite citeNatbib close.socket " +
    "clrhash combn compareVersion contrib.url count.fields create.post data data.entry " +
    "dataentry de de.ncols de.restore de.setup debugcall debugger demo download.file " +
    "download.packages dump.frames edit emacs example file.edit fileSnapshot file_test find " +
    "findCRANmirror findLineNum fix fixInNamespace flush.console formatOL formatUL " +
    "getAnywhere getCRANmirrors getFromNamespace getParseData getParseText getS3method " +
    "getSrcDirectory getSrcFilename getSrcLocation getSrcref getTxtProgressBar gethash " +
    "glob2rx globalVariables hasName hashtab head head.matrix help help.request help.search " +
    "help.start history hsearch_db hsearch_db_concepts hsearch_db_keywords install.packages " +
    "installed.packages is.hashtab is.relistable isS3method isS3stdGeneric limitedLabels " +
    "loadhistory localeToCharset ls.str lsf.str maintainer make.packages.html make.socket " +
    "makeRweaveLatexCodeRunner maphash memory.limit memory.size menu methods mirror2html " +
    "modifyList new.packages news nsl numhash object.size old.packages osVersion " +
    "package.skeleton packageDate packageDescription packageName packageStatus packageVersion " +
    "page person personList pico process.events prompt promptData promptImport promptPackage " +
    "rc.getOption rc.options rc.settings rc.status read.DIF read.csv read.csv2 read.delim " +
    "read.delim2 read.fortran read.fwf read.socket read.table readCitationFile recover relist " +
    "remhash remove.packages removeSource rtags savehistory select.list sessionInfo " +
    "setBreakpoint setRepositories setTxtProgressBar sethash stack str strOptions strcapture " +
    "summaryRprof suppressForeignCheck tail tail.matrix tar timestamp toBibtex toLatex " +
    "txtProgressBar type.convert typhash undebugcall unstack untar unzip update.packages " +
    "upgrade url.show vi vignette warnErrList write.csv write.csv2 write.socket write.table " +
    "xedit xemacs zip",
  datasets:
    "AirPassengers BJsales BJsales.lead BOD CO2 ChickWeight DNase EuStockMarkets Formaldehyde " +
    "HairEyeColor Harman23.cor Harman74.cor Indometh InsectSprays JohnsonJohnson LakeHuron " +
    "LifeCycleSavings Loblolly Nile Orange OrchardSprays PlantGrowth Puromycin Seatbelts " +
    "Theoph Titanic ToothGrowth UCBAdmissions UKDriverDeaths UKgas USAccDeaths USArrests " +
    "USJudgeRatings USPersonalExpenditure UScitiesD VADeaths WWWusage WorldPhones ability.cov " +
    "airmiles airquality anscombe attenu attitude austres beaver1 beaver2 cars chickwts co2 " +
    "crimtab discoveries esoph euro euro.cross eurodist faithful fdeaths freeny freeny.x " +
    "freeny.y infert iris iris3 islands ldeaths lh longley lynx mdeaths morley mtcars nhtemp " +
    "nottem npk occupationalStatus precip presidents pressure quakes randu rivers rock sleep " +
    "stack.loss stack.x stackloss state.abb state.area state.center state.division state.name " +
    "state.region state.x77 sunspot.month sunspot.year sunspots swiss treering trees uspop " +
    "volcano warpbreaks women",
  methods: ".EmptyPrimitiveSkeletons .OldClassesList .S4methods .ShortPrimitiveSkeletons " +
    ".TraceWithMethods .classEnv .debugMethod .doTracePrint .hasSlot .isMethodDebugged " +
    ".selectSuperClasses .slotNames .undebugMethod .untracedFunction .valueClassTest Arith " +
    "Compare Complex Logic Math Math2 MethodAddCoerce MethodsList MethodsListSelect Ops Quote " +
    "S3Class S3Class<- S3Part S3Part<- SignatureMethod Summary addNextMethod allNames as as<- " +
    "asMethodDefinition assignClassDef assignMethodsMetaData balanceMethodsList " +
    "cacheGenericsMetaData cacheMetaData cacheMethod callGeneric callNextMethod canCoerce " +
    "cbind2 checkAtAssignment checkSlotAssignment classLabel classMetaName className " +
    "classesToAM coerce coerce<- completeClassDefinition completeExtends completeSubclasses " +
    "conformMethod defaultDumpName defaultPrototype doPrimitiveMethod dumpMethod dumpMethods " +
    "el el<- elNamed elNamed<- empty.dump emptyMethodsList evalOnLoad evalSource evalqOnLoad " +
    "existsFunction existsMethod extends externalRefMethod finalDefaultMethod findClass " +
    "findFunction findMethod findMethodSignatures findMethods findUnique fixPre1.8 formalArgs " +
    "functionBody functionBody<- generic.skeleton getAllSuperClasses getClass getClassDef " +
    "getClasses getDataPart getFunction getGeneric getGenerics getGroup getGroupMembers " +
    "getLoadActions getMethod getMethods getMethodsForDispatch getMethodsMetaData " +
    "getPackageName getRefClass getSlots getValidity hasArg hasLoadAction hasMethod " +
    "hasMethods implicitGeneric inheritedSlotNames initFieldArgs initRefFields initialize " +
    "insertClassMethods insertMethod insertSource is isClass isClassDef isClassUnion " +
    "isGeneric isGrammarSymbol isGroup isRematched isSealedClass isSealedMethod " +
    "isVirtualClass isXS3Class languageEl languageEl<- linearizeMlist listFromMethods " +
    "listFromMlist loadMethod makeClassRepresentation makeExtends makeGeneric makeMethodsList " +
    "makePrototypeFromClassDef makeStandardGeneric matchSignature mergeMethods metaNameUndo " +
    "method.skeleton methodSignatureMatrix methodsPackageMetaName missingArg multipleClasses " +
    "new newBasic newClassRepresentation newEmptyObject packageSlot packageSlot<- " +
    "possibleExtends prohibitGeneric promptClass promptMethods prototype rbind2 " +
    "reconcilePropertiesAndPrototype registerImplicitGenerics rematchDefinition removeClass " +
    "removeGeneric removeMethod removeMethods representation requireMethods resetClass " +
    "resetGeneric sealClass selectMethod selectSuperClasses setAs setClass setClassUnion " +
    "setDataPart setGeneric setGenericImplicit setGroupGeneric setIs setLoadAction " +
    "setLoadActions setMethod setOldClass setPackageName setPrimitiveMethods setRefClass " +
    "setReplaceMethod setValidity show showClass showDefault showExtends showMethods " +
    "showMlist sigToEnv signature slot slot<- slotNames slotsFromS3 substituteDirect " +
    "substituteFunctionArgs superClassDepth testInheritedMethods testVirtual tryNew " +
    "unRematchDefinition validObject validSlotNames",
};

const PACKAGE_OF = new Map<string, string>();
for (const [name, list] of Object.entries(NAMES)) {
  for (const word of list.split(" ")) PACKAGE_OF.set(word, name);
}

/** Names of everything that R offers by itself. */
export const BASE_NAMES: ReadonlySet<string> = new Set(PACKAGE_OF.keys());

/** The package of R itself that offers a name; undefined when none does. */
export function basePackageOf(name: string): string | undefined {
  return PACKAGE_OF.get(name);
}
