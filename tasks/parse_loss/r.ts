import { programMeans } from "./program_means.ts";
import type { Subject } from "./subject.ts";

const SCRIPT = decodeURIComponent(new URL("r_definitions.R", import.meta.url).pathname);

/** R, against its own parser. */
export const r: Subject = {
  language: "r",
  packages:
    ("r-bioc-annotationdbi r-bioc-biobase r-bioc-biostrings r-bioc-delayedarray r-bioc-deseq2 " +
      "r-bioc-edger r-bioc-genomicfeatures r-bioc-genomicranges r-bioc-iranges r-bioc-limma " +
      "r-bioc-rtracklayer r-bioc-s4vectors r-bioc-scater r-bioc-summarizedexperiment " +
      "r-bioc-variantannotation r-cran-ade4 r-cran-ape r-cran-brms r-cran-broom r-cran-caret " +
      "r-cran-cli r-cran-data.table r-cran-dbplyr r-cran-devtools r-cran-dplyr r-cran-emmeans " +
      "r-cran-forecast r-cran-future r-cran-ggplot2 r-cran-igraph r-cran-knitr r-cran-lubridate " +
      "r-cran-mlr r-cran-phangorn r-cran-plotly r-cran-plumber r-cran-psych r-cran-purrr r-cran-r6 " +
      "r-cran-raster r-cran-recipes r-cran-reticulate r-cran-rlang r-cran-rms r-cran-sf " +
      "r-cran-shiny r-cran-spatstat.geom r-cran-terra r-cran-testthat r-cran-tidyr r-cran-usethis " +
      "r-cran-vctrs r-cran-vegan").split(" "),
  means: programMeans("R's own parser", SCRIPT, () => ["Rscript", "--vanilla", SCRIPT]),
};
