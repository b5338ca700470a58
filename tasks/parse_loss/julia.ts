import { programMeans } from "./program_means.ts";
import type { Subject } from "./subject.ts";

const SCRIPT = decodeURIComponent(new URL("julia_definitions.jl", import.meta.url).pathname);

/** Julia, against its own parser. Of Debian's releases only some have its sources. */
export const julia: Subject = {
  language: "julia",
  packages: ["julia"],
  repositories: [
    { name: "BioJulia/BioSequences.jl", revision: "b626dbcaad76217b248449e6aa2cc1650e95660c" },
    { name: "FluxML/Flux.jl", revision: "3f2f828b523d7ea202cc9295ab4f174f2f45e3f2" },
    { name: "FluxML/Zygote.jl", revision: "b968807d648da0be7d1645373af35d8385ecda16" },
    { name: "JuliaData/DataFrames.jl", revision: "3924697ea6c02ac186a95b298a4e06b52e881b53" },
    { name: "JuliaGraphs/Graphs.jl", revision: "356aa7213c036aa18c00d8a22ed620229b89fd7a" },
    { name: "JuliaIO/HDF5.jl", revision: "51614c21910c0e247327806aed10ca107580922a" },
    { name: "JuliaLang/JuliaSyntax.jl", revision: "20fde7451edd6d0e37c5fb66e3a0a9f17c158a6c" },
    { name: "JuliaLang/Pkg.jl", revision: "e52498951d1169fca898632ba14741c3883b1b4e" },
    { name: "JuliaPlots/Plots.jl", revision: "f1734b439eb0808e6c586d9aec300eda100662e2" },
    { name: "JuliaPluto/featured", revision: "87961ae59affdc7400cd83e87ca74b9dc1996b47" },
    { name: "JuliaStats/Distributions.jl", revision: "2697768b3324f3d0a6817cb21e50f7ed2408c19f" },
    {
      name: "SciML/DifferentialEquations.jl",
      revision: "743d6a09cd33c0cee9e1ff20962b5ec3020480d6",
    },
    { name: "SciML/OrdinaryDiffEq.jl", revision: "b211787f7b18d3c5391121bd8c9e2d5fee54efee" },
    { name: "TuringLang/Turing.jl", revision: "c55358dbac216a1d23baf42687f7e79badf8a49b" },
    { name: "fonsp/Pluto.jl", revision: "ad5cf8892eb853e5523d380bb272cec0f01aaaf1" },
    { name: "jump-dev/JuMP.jl", revision: "21c52ac3f74a89ac2cc10cc45ead0d2f2d04c8e8" },
  ],
  means: programMeans("Julia's own parser", SCRIPT, () => ["julia", "--startup-file=no", SCRIPT]),
};
