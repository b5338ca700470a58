/** Sources that frameworks, dispatch at run time and bridges look at, for the random edits. */
import type { Family } from "./functional_sources.ts";

const RAILS: Family = {
  paths: [
    "config/routes.rb",
    "app/controllers/alphas_controller.rb",
    "app/controllers/admin/betas_controller.rb",
    "app/jobs/jobs.rb",
    "app/models/alpha.rb",
  ],
  modules: ["alphas", "betas", "admin/betas"],
  templates: [
    "Rails.application.routes.draw do\n  resources :alphas do\n    get :{f}, on: :member\n  end\n  get '/{g}' => '{M}#{h}'\nend\n",
    "Rails.application.routes.draw do\n  namespace :admin do\n    resources :betas, only: [:index]\n    post '{f}', to: '{M}#{g}'\n  end\n  root '{M}#{h}'\nend\n",
    "class AlphasController < ApplicationController\n  before_action :{f}, only: [:{g}]\n  def {f}; {h}; end\n  def {g}; {T}Job.perform_later(1); end\nend\n",
    "module Admin\n  class BetasController < {T}\n    def index; {f}; end\n    def {g}; {U}Job.perform_async(2); end\n    private def {h}; end\n  end\nend\n",
    "class {T}Job < ApplicationJob\n  def perform(x); {f}; end\n  def {f}; end\nend\n",
    "class {T}Job\n  include Sidekiq::Job\n  after_perform :{g}\n  def {g}; {U}Job.perform_in(1); end\nend\n",
    "class {T} < {U}\n  before_save :{f}, unless: :{g}\n  after_create { {h} }\n  def {f}; end\nend\n",
    "module {T}\n  def {g}; {h}; end\n  def perform; end\nend\n",
  ],
};

const SINATRA: Family = {
  paths: ["app.rb", "web/other.rb"],
  modules: ["web/other", "app"],
  templates: [
    "require 'sinatra'\nrequire_relative '{M}'\n",
    "get '/{f}' do\n  {g}\nend\n",
    "class {T} < Sinatra::Base\n  before { {f} }\n  post '/{g}/:{h}' do\n    {f}\n  end\n  def {f}; end\nend\n",
    "def {g}; {h}; end\n",
  ],
};

const LARAVEL: Family = {
  paths: ["routes/web.php", "app/Http/Controllers/Alpha.php", "app/Http/Controllers/Beta.php"],
  modules: ["App\\\\Http\\\\Controllers\\\\Alpha", "App\\\\Http\\\\Controllers\\\\Beta"],
  templates: [
    "<?php\nuse Illuminate\\Support\\Facades\\Route;\nuse App\\Http\\Controllers\\{T};\nRoute::get('/{f}/{{g}}', [{T}::class, '{h}']);\n",
    "<?php\nuse Illuminate\\Support\\Facades\\Route;\nRoute::prefix('{f}')->group(function () { Route::post('{g}', '{T}@{h}'); Route::resource('{n}', {U}::class); });\n",
    "<?php\nnamespace App\\Http\\Controllers;\nclass {T} extends {U} { public function {f}() { return $this->{g}(); } public function index() {} }\n",
    "<?php\nnamespace App\\Http\\Controllers;\nuse Symfony\\Component\\Routing\\Attribute\\Route;\n#[Route('/{f}')]\nclass {T} { #[Route('/{g}', methods: ['POST'])] public function {h}() {} }\n",
  ],
};

const SPRING: Family = {
  paths: ["src/Alpha.java", "src/Beta.java", "src/Gamma.java", "src/Delta.kt"],
  modules: ["java.util.List"],
  templates: [
    "import org.springframework.web.bind.annotation.*;\nimport org.springframework.stereotype.*;\n",
    '@RestController @RequestMapping("/{f}") class {T} { @GetMapping("/{g}") public int {h}() { return 1; } @PostMapping int {g}() { return {h}(); } }\n',
    "interface {T} { int {f}(); }\n",
    "@Service class {T} implements {U} { public int {f}() { return {g}(); } }\n",
    "@Component class {T} { private final {U} x; {T}({U} x) { this.x = x; } int {f}() { return x.{g}(); } }\n",
    "class {T} { @Autowired {U} x; int {h}() { return x.{f}(); } }\n",
    '@Configuration class {T} { @Bean {U} {f}() { return new {U}(); } static final String {n} = "/{g}"; }\n',
  ],
};

const ASPNET: Family = {
  paths: ["Api/Alpha.cs", "Api/Beta.cs", "Program.cs"],
  modules: ["System"],
  templates: [
    "using Microsoft.AspNetCore.Mvc;\nusing Microsoft.AspNetCore.Builder;\n",
    '[ApiController] [Route("api/{f}")] public class {T} : ControllerBase { private readonly {U} x; public {T}({U} x) { this.x = x; } [HttpGet("{g}")] public int {h}() { return x.{f}(); } }\n',
    "public interface {T} { int {f}(); }\n",
    "public class {T} : {U} { public int {f}() { return {g}(); } [HttpPost] public int {h}() => 1; }\n",
    'class Start { static void Run(dynamic services) { services.AddScoped<{T}, {U}>(); services.AddSingleton<{U}>(); var app = WebApplication.Create(); app.MapGet("/{f}", {T}.{g}); } }\n',
  ],
};

const EVENTS: Family = {
  paths: ["ev/a.ts", "ev/b.ts", "ev/c.tsx", "ev/cli.js"],
  modules: ["./a", "./b", "./c"],
  templates: [
    'import { EventEmitter } from "node:events";\nexport const {f} = new EventEmitter();\n',
    'import { {f}, {T} } from "{M}";\n',
    '{f}.on("{g}", {h});\n{f}.emit("{n}", 1);\n',
    'export function {g}() { {f}.emit("{h}"); {h}(); }\n',
    'import { program } from "commander";\nprogram.command("{f}").action({g});\n',
    'import { Controller, Get, Inject } from "@nestjs/common";\n@Controller("{f}")\nexport class {T} { constructor(private x: {U}) {} @Get("{g}") {h}() { return this.x.{f}(); } }\n',
    'import { Module } from "@nestjs/common";\n@Module({ providers: [{T}, { provide: {U}, useClass: {T} }] })\nexport class {n}Module {}\n',
    'import { Hono } from "hono";\nexport const {f} = new Hono();\n{f}.get("/{g}", {h});\n{f}.route("/{n}", {g});\n',
    'import { createBrowserRouter, Route } from "react-router-dom";\nexport const {f} = createBrowserRouter([{ path: "/{g}", element: <{T} /> }]);\n',
    "export function {T}() { return {f}(); }\nexport class {U} { {f}() { return {g}(); } }\n",
    'import Router from "@koa/router";\nexport const {f} = new Router();\n{f}.post("/{g}", {h});\n{f}.use("/{n}", {g}.routes());\n',
  ],
};

const TASKS: Family = {
  paths: ["jobs/__init__.py", "jobs/a.py", "jobs/cli.py", "jobs/api.py"],
  modules: [".a", ".cli", "jobs.a", "jobs.api"],
  templates: [
    "from {M} import {f}, {T}\n",
    "from celery import shared_task\n@shared_task\ndef {f}(x):\n    return {g}(x)\n",
    "def {g}(x):\n    {f}.delay(x)\n    return {h}.apply_async()\n",
    "import click\n@click.command()\ndef {f}():\n    {g}(1)\n{h}.add_command({f})\n",
    "import argparse\np = argparse.ArgumentParser()\np.set_defaults(func={f})\nargs = p.parse_args()\nargs.func(args)\n",
    "from fastapi import APIRouter, Depends\n{f} = APIRouter(prefix='/{g}')\n@{f}.get('/{h}')\ndef {h}(x=Depends({g})):\n    return x\n",
    "from django.dispatch import Signal, receiver\n{f} = Signal()\n@receiver({f})\ndef {g}(sender):\n    {h}.send(1)\n",
  ],
};

const RUST_ROUTES: Family = {
  paths: ["Cargo.toml", "src/lib.rs", "src/a.rs"],
  modules: ["crate::a", "crate"],
  templates: [
    "pub mod a;\nuse axum::{Router, routing::get};\n",
    "use {M}::{f};\n",
    'pub fn {f}() -> Router { Router::new().route("/{g}", get({h})).nest("/{n}", {g}()) }\n',
    "pub async fn {h}() -> i32 { {g}(); 1 }\n",
    '#[get("/{f}")]\nasync fn {g}() -> i32 { {h}() }\n',
  ],
};

const PERL_ROUTES: Family = {
  paths: ["lib/App.pm", "lib/App/Controller/Alpha.pm", "lib/App/Controller/Beta.pm", "app.pl"],
  modules: ["App::Controller::Alpha", "Mojolicious::Controller"],
  templates: [
    "package App;\nuse Mojo::Base 'Mojolicious';\nsub startup { my $self = shift; my $r = $self->routes; $r->get('/{f}')->to('alpha#{g}'); $r->post('/{h}')->to(controller => 'beta', action => '{f}'); }\n",
    "package App::Controller::{T};\nuse Mojo::Base 'Mojolicious::Controller';\nsub {f} { my $self = shift; $self->{g} }\nsub {h} { 1 }\n",
    "use Dancer2;\nget '/{f}' => sub { {g}() };\npost '/{h}' => \\&{f};\n",
    "sub {f} { {g}(1) }\n",
  ],
};

const OTHERS: Family = {
  paths: ["r/plumber.R", "r/run.R", "jl/App.jl", "jl/b.jl", "Sources/App/routes.swift", "go.mod"],
  modules: ["b.jl", "run.R"],
  templates: [
    "#* @get /{f}\nfunction(x) {g}(x)\n",
    "{f} <- function(x) {g}(x)\nplumber::pr_get(pr, '/{h}', {f})\n",
    "source('{M}')\n",
    'using Oxygen\n@get "/{f}" function(req)\n  {g}(req)\nend\n',
    'include("{M}")\n{f}(x) = {g}(x)\nroute("/{h}", {f})\n',
    'import Vapor\nfunc routes(_ app: Application) { app.get("{f}", use: {g}) }\n',
    "func {f}() -> Int { return {g}() }\n",
  ],
};

const SCRIPTS: Family = {
  paths: [
    "Makefile",
    "run.sh",
    "tools/go.sh",
    "tools/do.py",
    "Snakefile",
    ".github/workflows/ci.yml",
  ],
  modules: ["run.sh", "tools/go.sh", "tools/do.py"],
  templates: [
    "{f}:\n\tbash {M}\n\n{g}: {f}\n\tpython tools/do.py\n",
    "{f}() { {g}; }\n{h}\nbash {M}\n",
    "make {f}\nsource ./tools/go.sh\n{g} 1\n",
    "import subprocess\ndef {f}():\n    subprocess.run(['bash', '{M}'])\n",
    "rule {f}:\n    input: '{g}.txt'\n    output: '{f}.txt'\n    shell: 'bash {M}'\n",
    "jobs:\n  {f}:\n    runs-on: x\n    steps:\n      - run: bash {M}\n",
  ],
};

const NEW_LANGUAGES: Family = {
  paths: [
    "n/a.nix",
    "n/b.nix",
    "q/a.sql",
    "q/b.sql",
    "l/a.lua",
    "l/b.luau",
    "t/main.tf",
    "t/m/main.tf",
  ],
  modules: ["./a.nix", "./b.nix"],
  templates: [
    "{ {f} = x: {g} x; {h} = import {M}; }\n",
    "CREATE TABLE {f} (id int);\nCREATE VIEW {g} AS SELECT * FROM {h};\n",
    "local {f} = require('b')\nfunction {g}() return {f}.{h}() end\n",
    'module "{f}" {\n  source = "./m"\n  {g} = var.{h}\n}\nvariable "{h}" {}\n',
    'resource "x" "{f}" {\n  y = local.{g}\n}\nlocals {\n  {g} = x.{f}.id\n}\n',
  ],
};

/** Of each, the languages and what a project of it is made of. */
export const LINKED: readonly Family[] = [
  RAILS,
  SINATRA,
  LARAVEL,
  SPRING,
  ASPNET,
  EVENTS,
  TASKS,
  RUST_ROUTES,
  PERL_ROUTES,
  OTHERS,
  SCRIPTS,
  NEW_LANGUAGES,
];
