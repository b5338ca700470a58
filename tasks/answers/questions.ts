/**
 * Questions as an agent asks them when it meets a project, and what it must be shown to answer them
 * without opening a file. Written by reading the projects, before either product was asked.
 */

/** One question. */
export interface AskedQuestion {
  /** Name of one of the projects. */
  readonly project: string;
  readonly question: string;
  /**
   * Definitions that a right answer shows: `path | text`, where the text stands in the first line of
   * the definition; with ` #2`, in the second line of the file that holds it.
   */
  readonly needs: readonly string[];
}

function about(
  project: string,
  questions: Readonly<Record<string, readonly string[]>>,
): AskedQuestion[] {
  return Object.entries(questions).map(([question, needs]) => ({ project, question, needs }));
}

/** All questions. */
export const ASKED: readonly AskedQuestion[] = [
  ...about("flask", {
    "How does a request get from the WSGI server to the view function and back?": [
      "flask/app.py | def wsgi_app(",
      "flask/app.py | def full_dispatch_request(",
      "flask/app.py | def dispatch_request(",
      "flask/app.py | def finalize_request(",
    ],
    "Where is the session cookie signed, loaded and saved?": [
      "flask/sessions.py | def get_signing_serializer(",
      "flask/sessions.py | def open_session( #2",
      "flask/sessions.py | def save_session( #2",
    ],
    "How are error handlers looked up when a view raises an exception?": [
      "flask/app.py | def handle_user_exception(",
      "flask/app.py | def handle_http_exception(",
      "flask/sansio/app.py | def _find_error_handler(",
    ],
    "What happens when a blueprint is registered on an application?": [
      "flask/sansio/app.py | def register_blueprint(",
      "flask/sansio/blueprints.py | def register(",
      "flask/sansio/blueprints.py | class BlueprintSetupState",
      "flask/sansio/blueprints.py | def _merge_blueprint_funcs(",
    ],
    "How does url_for build a URL inside and outside of a request?": [
      "flask/helpers.py | def url_for(",
      "flask/app.py | def url_for(",
      "flask/app.py | def create_url_adapter(",
      "flask/sansio/app.py | def handle_url_build_error(",
    ],
    "How does the flask command find the application to run?": [
      "flask/cli.py | def load_app(",
      "flask/cli.py | def locate_app( #3",
      "flask/cli.py | def find_best_app(",
      "flask/cli.py | def prepare_import(",
    ],
  }),
  ...about("click", {
    "How are command line arguments parsed into option values?": [
      "click/parser.py | def parse_args(",
      "click/parser.py | def _process_opts(",
      "click/parser.py | def _match_long_opt(",
      "click/core.py | def handle_parse_result(",
    ],
    "Where does the value of an option come from: command line, environment variable, default map, default?":
      [
        "click/core.py | def consume_value(",
        "click/core.py | def resolve_envvar_value(",
        "click/core.py | def lookup_default( #3",
        "click/core.py | class ParameterSource",
      ],
    "How does a group dispatch to the subcommand that was typed?": [
      "click/core.py | def resolve_command(",
      "click/core.py | def invoke(self, ctx: Context) -> t.Any: #2",
      "click/core.py | def get_command(self, ctx: Context, cmd_name: str) -> Command | None:",
    ],
    "How is the help page of a command put together?": [
      "click/core.py | def format_help(",
      "click/core.py | def format_options(",
      "click/core.py | def get_help_record( #2",
      "click/formatting.py | def write_dl(",
    ],
    "How does shell completion work out the suggestions?": [
      "click/shell_completion.py | def get_completions(",
      "click/shell_completion.py | def _resolve_context(",
      "click/shell_completion.py | def _resolve_incomplete(",
    ],
    "How does the test runner run a command in isolation and capture its output?": [
      "click/testing.py | def invoke(",
      "click/testing.py | def isolation(",
      "click/testing.py | class Result",
    ],
  }),
  ...about("starlette", {
    "How is the middleware stack built around the application?": [
      "starlette/applications.py | def build_middleware_stack(",
      "starlette/middleware/errors.py | class ServerErrorMiddleware",
      "starlette/middleware/exceptions.py | class ExceptionMiddleware",
    ],
    "How does the router match a path to a route and call its endpoint?": [
      "starlette/routing.py | async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None: #2",
      "starlette/routing.py | def compile_path(",
      "starlette/routing.py | def request_response(",
      "starlette/routing.py | class Match",
    ],
    "How are CORS preflight requests answered?": [
      "starlette/middleware/cors.py | def preflight_response(",
      "starlette/middleware/cors.py | def is_allowed_origin(",
    ],
    "How are multipart form uploads parsed?": [
      "starlette/formparsers.py | class MultiPartParser",
      "starlette/formparsers.py | def on_part_data(",
      "starlette/requests.py | async def _get_form(",
    ],
    "When do background tasks run after a response is sent?": [
      "starlette/background.py | class BackgroundTasks",
      "starlette/background.py | class BackgroundTask:",
      "starlette/responses.py | async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:",
    ],
  }),
  ...about("django", {
    "How does QuerySet.filter turn its keyword arguments into a WHERE clause?": [
      "django/db/models/query.py | def _filter_or_exclude(self",
      "django/db/models/sql/query.py | def add_q(",
      "django/db/models/sql/query.py | def build_filter(",
      "django/db/models/sql/query.py | def build_lookup(",
    ],
    "How is a URL resolved to a view?": [
      "django/urls/resolvers.py | class URLResolver",
      "django/urls/resolvers.py | class URLPattern",
      "django/core/handlers/base.py | def resolve_request(",
    ],
    "How is the CSRF token checked on a POST request?": [
      "django/middleware/csrf.py | def process_view(",
      "django/middleware/csrf.py | def _get_token(",
      "django/middleware/csrf.py | def _compare_masked_tokens(",
    ],
    "How does saving a model decide between INSERT and UPDATE?": [
      "django/db/models/base.py | def save_base(",
      "django/db/models/base.py | def _save_table(",
      "django/db/models/base.py | def _do_update(",
      "django/db/models/base.py | def _do_insert(",
    ],
    "How does the migration autodetector find out what changed between two states?": [
      "django/db/migrations/autodetector.py | def _detect_changes(",
      "django/db/migrations/autodetector.py | def generate_altered_fields(",
      "django/db/migrations/autodetector.py | def generate_renamed_models(",
    ],
    "How are passwords hashed and verified at login?": [
      "django/contrib/auth/hashers.py | def check_password(",
      "django/contrib/auth/hashers.py | def make_password(",
      "django/contrib/auth/__init__.py | def authenticate(",
      "django/contrib/auth/backends.py | def authenticate(self, request, username",
    ],
  }),
  ...about("express", {
    "How does the router find the layers that match a request and run them one after the other?": [
      "lib/router/index.js | proto.handle = function handle(",
      "lib/router/index.js | function matchLayer(",
      "lib/router/layer.js | Layer.prototype.match = ",
      "lib/router/layer.js | Layer.prototype.handle_request = ",
    ],
    "How does res.send choose the content type, set the ETag and answer with 304?": [
      "lib/response.js | res.send = function send(",
      "lib/utils.js | function createETagGenerator",
      "lib/utils.js | exports.setCharset = ",
      "lib/request.js | defineGetter(req, 'fresh'",
    ],
    "How is a template found and rendered by res.render?": [
      "lib/response.js | res.render = function render(",
      "lib/application.js | app.render = function render(",
      "lib/view.js | View.prototype.lookup = ",
      "lib/view.js | function View(",
    ],
    "How does app.use mount a sub application?": [
      "lib/application.js | app.use = function use(",
      "lib/application.js | app.lazyrouter = function",
      "lib/router/index.js | proto.use = function use(",
    ],
    "How are route parameters processed, app.param callbacks?": [
      "lib/application.js | app.param = function param(",
      "lib/router/index.js | proto.process_params = function",
      "lib/router/index.js | proto.param = function param(",
    ],
  }),
  ...about("rxjs", {
    "How does an operator subscribe to its source and pass values on?": [
      "src/internal/util/lift.ts | export function operate",
      "src/internal/operators/OperatorSubscriber.ts | export class OperatorSubscriber",
      "src/internal/operators/OperatorSubscriber.ts | export function createOperatorSubscriber",
    ],
    "What does switchMap do with the previous inner subscription?": [
      "src/internal/operators/switchMap.ts | export function switchMap<T, R, O extends ObservableInput<any>>( #2",
      "src/internal/observable/innerFrom.ts | export function innerFrom<T>",
    ],
    "How are subscriptions torn down and finalizers executed?": [
      "src/internal/Subscription.ts | unsubscribe(): void",
      "src/internal/Subscription.ts | add(teardown: TeardownLogic): void",
      "src/internal/Subscription.ts | function execFinalizer(",
    ],
    "How does mergeMap limit the number of concurrent inner observables?": [
      "src/internal/operators/mergeInternals.ts | export function mergeInternals",
      "src/internal/operators/mergeMap.ts | export function mergeMap<T, R, O extends ObservableInput<any>>( #2",
    ],
    "How does the async scheduler schedule and flush actions?": [
      "src/internal/scheduler/AsyncScheduler.ts | public flush(",
      "src/internal/scheduler/AsyncAction.ts | public schedule(",
      "src/internal/scheduler/AsyncAction.ts | public execute(",
    ],
    "How does shareReplay replay values to late subscribers?": [
      "src/internal/operators/shareReplay.ts | export function shareReplay<T>( #3",
      "src/internal/operators/share.ts | export function share<T>(options: ShareConfig<T> = {}): MonoTypeOperatorFunction<T> {",
      "src/internal/ReplaySubject.ts | export class ReplaySubject",
    ],
  }),
  ...about("cobra", {
    "How does Execute find the command for the given arguments and run it?": [
      "command.go | func (c *Command) ExecuteC()",
      "command.go | func (c *Command) Find(",
      "command.go | func (c *Command) execute(",
    ],
    "How are suggestions for a mistyped command made?": [
      "command.go | func (c *Command) findSuggestions(",
      "command.go | func (c *Command) SuggestionsFor(",
      "cobra.go | func ld(",
    ],
    "Where are required flags and flag groups validated?": [
      "command.go | func (c *Command) ValidateRequiredFlags(",
      "flag_groups.go | func (c *Command) ValidateFlagGroups(",
      "flag_groups.go | func validateRequiredFlagGroups(",
      "flag_groups.go | func validateExclusiveFlagGroups(",
    ],
    "How does the hidden __complete command compute completions?": [
      "completions.go | func (c *Command) initCompleteCmd(",
      "completions.go | func (c *Command) getCompletions(",
      "completions.go | func checkIfFlagCompletion(",
    ],
    "Which functions check the number of positional arguments?": [
      "args.go | func ExactArgs(",
      "args.go | func MinimumNArgs(",
      "args.go | func RangeArgs(",
      "args.go | func NoArgs(",
      "command.go | func (c *Command) ValidateArgs(",
    ],
  }),
  ...about("gin", {
    "How does gin match a request path in the radix tree?": [
      "gin.go | func (engine *Engine) handleHTTPRequest(",
      "tree.go | func (n *node) getValue(",
      "tree.go | func (n *node) addRoute(",
    ],
    "How are the values of a form bound to a struct?": [
      "binding/form_mapping.go | func mapFormByTag(",
      "binding/form_mapping.go | func mapping(",
      "binding/form_mapping.go | func setByForm(",
      "binding/form_mapping.go | func setWithProperType(",
    ],
    "What does the recovery middleware do when a handler panics?": [
      "recovery.go | func CustomRecoveryWithWriter(",
      "recovery.go | func stack(",
      "recovery.go | func defaultHandleRecovery(",
    ],
    "How does ClientIP decide which proxy headers to trust?": [
      "context.go | func (c *Context) ClientIP(",
      "gin.go | func (engine *Engine) isTrustedProxy(",
      "gin.go | func (engine *Engine) validateHeader(",
    ],
    "How does middleware run before and after a handler, and how can it stop the chain?": [
      "context.go | func (c *Context) Next(",
      "context.go | func (c *Context) Abort(",
      "routergroup.go | func (group *RouterGroup) combineHandlers(",
      "routergroup.go | func (group *RouterGroup) Use(",
    ],
  }),
  ...about("redis", {
    "How is a client command read from the socket, parsed and executed?": [
      "src/networking.c | void readQueryFromClient(",
      "src/networking.c | int processInputBuffer(",
      "src/server.c | int processCommand(",
      "src/server.c | void call(",
    ],
    "How does Redis evict keys when memory is full?": [
      "src/evict.c | int performEvictions(",
      "src/evict.c | void evictionPoolPopulate(",
      "src/evict.c | int getMaxmemoryState(",
    ],
    "How are expired keys deleted, actively and on access?": [
      "src/expire.c | void activeExpireCycle(",
      "src/expire.c | int activeExpireCycleTryExpire(",
      "src/db.c | int expireIfNeeded( #2",
      "src/db.c | int keyIsExpired( #2",
    ],
    "How does the hash table resize incrementally?": [
      "src/dict.c | int dictRehash(",
      "src/dict.c | static void _dictRehashStep(",
      "src/dict.c | int _dictExpand(",
      "src/dict.c | static int _dictExpandIfNeeded( #2",
    ],
    "How is the append only file rewritten in the background?": [
      "src/aof.c | int rewriteAppendOnlyFileBackground(",
      "src/aof.c | int rewriteAppendOnlyFile( #2",
      "src/aof.c | void backgroundRewriteDoneHandler(",
    ],
    "How does a replica synchronize with its master, full and partial?": [
      "src/replication.c | void syncCommand(",
      "src/replication.c | int masterTryPartialResynchronization(",
      "src/replication.c | void syncWithMaster(",
      "src/replication.c | int slaveTryPartialResynchronization(",
    ],
    "How does ZADD insert into a sorted set and its skiplist?": [
      "src/t_zset.c | void zaddGenericCommand(",
      "src/t_zset.c | int zsetAdd(",
      "src/t_zset.c | zskiplistNode *zslInsert(",
    ],
  }),
  ...about("dplyr", {
    "How does filter evaluate its expressions on grouped data?": [
      "R/filter.R | filter.data.frame <- function",
      "R/filter.R | filter_rows <- function",
      "R/filter.R | filter_eval <- function",
      "R/data-mask.R | DataMask <- R6Class",
    ],
    "How are two data frames joined by key columns?": [
      "R/join.r | join_mutate <- function",
      "R/join-cols.R | join_cols <- function",
      "R/join-rows.R | join_rows <- function",
    ],
    "How does summarise build the result for each group?": [
      "R/summarise.R | summarise.data.frame <- function",
      "R/summarise.R | summarise_cols <- function",
      "R/summarise.R | summarise_build <- function",
    ],
    "How does across expand into one expression per column?": [
      "R/across.R | expand_across <- function",
      "R/across.R | across_setup <- function",
      "R/across.R | across <- function",
    ],
    "How does group_by compute the groups?": [
      "R/group-by.r | group_by.data.frame <- function",
      "R/grouped-df.r | compute_groups <- function",
      "R/grouped-df.r | grouped_df <- function",
    ],
    "How are slice helpers such as slice_max implemented?": [
      "R/slice.R | slice_max.data.frame <- function",
      "R/slice.R | slice_rows <- function",
      "R/slice.R | slice_eval <- function",
    ],
  }),
  ...about("ggplot2", {
    "What happens between ggplot_build and the drawn plot?": [
      "R/plot-build.r | ggplot_build.ggplot <- function",
      "R/plot-build.r | ggplot_gtable.ggplot_built <- function",
      "R/plot-build.r | by_layer <- function",
    ],
    "How is a layer created, and how does it compute aesthetics and statistics?": [
      "R/layer.r | layer <- function",
      "R/layer.r | Layer <- ggproto(",
    ],
    "How does facet_wrap lay out its panels?": [
      "R/facet-wrap.r | FacetWrap <- ggproto(",
      "R/facet-wrap.r | facet_wrap <- function",
      "R/layout.R | Layout <- ggproto(",
    ],
    "How are theme elements inherited and merged?": [
      "R/theme.r | calc_element <- function",
      "R/theme.r | add_theme <- function",
      "R/theme.r | merge_element.element <- function",
    ],
    "How does a continuous scale train its range and map values?": [
      "R/scale-.r | ScaleContinuous <- ggproto(",
      "R/scale-.r | continuous_scale <- function",
      "R/range.r | RangeContinuous <- ggproto(",
    ],
    "How does ggproto inherit methods from its parent?": [
      "R/ggproto.r | ggproto <- function",
      "R/ggproto.r | fetch_ggproto <- function",
      "R/ggproto.r | make_proto_method <- function",
      "R/ggproto.r | ggproto_parent <- function",
    ],
  }),
  ...about("mojolicious", {
    "How is a request routed to a controller action?": [
      "lib/Mojolicious.pm | sub dispatch ",
      "lib/Mojolicious/Routes.pm | sub continue ",
      "lib/Mojolicious/Routes.pm | sub dispatch ",
      "lib/Mojolicious/Routes.pm | sub match ",
    ],
    "How does a template get rendered to a response?": [
      "lib/Mojolicious/Controller.pm | sub render ",
      "lib/Mojolicious/Renderer.pm | sub render ",
      "lib/Mojolicious/Renderer.pm | sub _render_template ",
    ],
    "How are signed session cookies stored and loaded?": [
      "lib/Mojolicious/Sessions.pm | sub load ",
      "lib/Mojolicious/Sessions.pm | sub store ",
      "lib/Mojolicious/Controller.pm | sub signed_cookie ",
    ],
    "How does the user agent start a connection and send a request?": [
      "lib/Mojo/UserAgent.pm | sub start ",
      "lib/Mojo/UserAgent.pm | sub _connect ",
      "lib/Mojo/UserAgent.pm | sub _start ",
    ],
    "How are CSS selectors compiled and matched?": [
      "lib/Mojo/DOM/CSS.pm | sub _compile ",
      "lib/Mojo/DOM/CSS.pm | sub _match ",
      "lib/Mojo/DOM/CSS.pm | sub _select ",
    ],
    "How does the event loop wait for I/O and timers?": [
      "lib/Mojo/Reactor/Poll.pm | sub one_tick ",
      "lib/Mojo/Reactor/Poll.pm | sub _timer ",
      "lib/Mojo/IOLoop.pm | sub start ",
    ],
  }),
  ...about("optim", {
    "How does leasqr fit a nonlinear model by least squares?": [
      "inst/leasqr.m | function [f,p,cvg,iter",
      "inst/private/__lm_svd__.m | function [p, resid, cvg, outp] = __lm_svd__",
    ],
    "How does nonlinear minimization choose its backend?": [
      "inst/nonlin_min.m | function [p, objf, cvg, outp] = nonlin_min",
      "inst/nonlin_min.m | function [backend, path_bounds] = map_backend",
      "inst/nonlin_min.m | function backend = map_matlab_algorithm_names",
    ],
    "How does the Nelder-Mead simplex search work?": [
      "inst/nelder_mead_min.m | function [x,v,nev] = nelder_mead_min",
    ],
    "How are finite difference derivatives estimated for the Jacobian?": [
      "inst/dfdp.m | function prt = dfdp #2",
      "inst/private/__dfdp__.m | = __dfdp__ (",
    ],
  }),
  ...about("httpx", {
    "How does the client follow redirects?": [
      "httpx/_client.py | def _send_handling_redirects(",
      "httpx/_client.py | def _build_redirect_request(",
      "httpx/_client.py | def _redirect_url(",
      "httpx/_client.py | def _redirect_method(",
    ],
    "How does digest authentication answer a challenge?": [
      "httpx/_auth.py | class DigestAuth",
      "httpx/_auth.py | def _parse_challenge(",
      "httpx/_auth.py | def _build_auth_header(",
    ],
    "How is the body of a request encoded: json, form data, files?": [
      "httpx/_content.py | def encode_request(",
      "httpx/_content.py | def encode_json(",
      "httpx/_content.py | def encode_multipart_data(",
      "httpx/_content.py | def encode_urlencoded_data(",
    ],
    "How does Client.get reach the transport that sends the request?": [
      "httpx/_client.py | def send(",
      "httpx/_client.py | def _send_single_request(",
      "httpx/_client.py | def _transport_for_url(",
      "httpx/_transports/default.py | class HTTPTransport",
    ],
    "How are compressed responses decoded while streaming?": [
      "httpx/_models.py | def _get_content_decoder(",
      "httpx/_models.py | def iter_bytes(",
      "httpx/_decoders.py | class GZipDecoder",
    ],
  }),
  ...about("jinja2", {
    "How does a template source become executable code?": [
      "jinja2/environment.py | def compile( #3",
      "jinja2/compiler.py | def generate(",
      "jinja2/compiler.py | class CodeGenerator",
      "jinja2/parser.py | class Parser",
    ],
    "How does the sandbox decide whether an attribute or a call is safe?": [
      "jinja2/sandbox.py | class SandboxedEnvironment",
      "jinja2/sandbox.py | def is_safe_attribute(",
      "jinja2/sandbox.py | def is_safe_callable(",
      "jinja2/sandbox.py | def is_internal_attribute(",
    ],
    "How are templates loaded from the file system and cached?": [
      "jinja2/environment.py | def _load_template(",
      "jinja2/loaders.py | class FileSystemLoader",
      "jinja2/loaders.py | class BaseLoader",
    ],
    "How does the lexer split a template into tokens?": [
      "jinja2/lexer.py | def tokeniter(",
      "jinja2/lexer.py | def tokenize(",
      "jinja2/lexer.py | class Lexer",
    ],
    "How does a for loop get compiled, and what is the loop variable?": [
      "jinja2/compiler.py | def visit_For(",
      "jinja2/runtime.py | class LoopContext",
      "jinja2/parser.py | def parse_for(",
    ],
  }),
  ...about("commander", {
    "How are the arguments split into options, operands and unknown ones?": [
      "lib/command.js | parseOptions(args) {",
      "lib/command.js | _parseCommand(operands, unknown) {",
      "lib/command.js | _findOption(arg) {",
    ],
    "How does a program dispatch to a subcommand, also a standalone executable?": [
      "lib/command.js | _dispatchSubcommand(commandName, operands, unknown) {",
      "lib/command.js | _executeSubCommand(subcommand, args) {",
      "lib/command.js | _findCommand(name) {",
    ],
    "How is the help text formatted?": [
      "lib/help.js | formatHelp(cmd, helper) {",
      "lib/help.js | boxWrap(str, width) {",
      "lib/command.js | helpInformation(contextOptions) {",
    ],
    "What happens when the user mistypes a command?": [
      "lib/command.js | unknownCommand() {",
      "lib/suggestSimilar.js | function suggestSimilar(",
      "lib/suggestSimilar.js | function editDistance(",
    ],
    "How do option values come from environment variables and implied options?": [
      "lib/command.js | _parseOptionsEnv() {",
      "lib/command.js | _parseOptionsImplied() {",
      "lib/option.js | env(name) {",
    ],
  }),
  ...about("fastify", {
    "How does a request run through the hooks to the handler?": [
      "lib/handle-request.js | function handleRequest (",
      "lib/handle-request.js | function preValidationCallback (",
      "lib/handle-request.js | function preHandlerCallback (",
      "lib/hooks.js | function hookRunnerGenerator (",
    ],
    "How is the body parsed by its content type?": [
      "lib/content-type-parser.js | ContentTypeParser.prototype.run = ",
      "lib/content-type-parser.js | ContentTypeParser.prototype.getParser = ",
      "lib/content-type-parser.js | function rawBody (",
    ],
    "How does reply.send serialize the payload and write the response?": [
      "lib/reply.js | Reply.prototype.send = ",
      "lib/reply.js | function preSerializationHook (",
      "lib/reply.js | function onSendEnd (",
    ],
    "How are errors of a handler turned into an error response?": [
      "lib/error-handler.js | function handleError (",
      "lib/error-handler.js | function fallbackErrorHandler (",
      "lib/error-handler.js | function defaultErrorHandler (",
    ],
    "How are decorators checked and added to request and reply?": [
      "lib/decorate.js | function decorateRequest (",
      "lib/decorate.js | function decorateReply (",
      "lib/decorate.js | function checkDependencies (",
    ],
  }),
  ...about("requests", {
    "How are redirects followed, and when is the Authorization header dropped?": [
      "requests/sessions.py | def resolve_redirects(",
      "requests/sessions.py | def rebuild_auth(",
      "requests/sessions.py | def should_strip_auth(",
      "requests/sessions.py | def get_redirect_target(",
    ],
    "How is the transport adapter for a URL chosen and a connection taken from the pool?": [
      "requests/sessions.py | def get_adapter(",
      "requests/adapters.py | def send( #2",
      "requests/adapters.py | def get_connection_with_tls_context(",
      "requests/adapters.py | def build_connection_pool_key_attributes(",
    ],
    "How does the encoding of a response get decided when its text is read?": [
      "requests/models.py | def text(",
      "requests/models.py | def apparent_encoding(",
      "requests/utils.py | def get_encoding_from_headers(",
    ],
    "How are form fields and uploaded files turned into a request body?": [
      "requests/models.py | def prepare_body(",
      "requests/models.py | def _encode_files(",
      "requests/models.py | def _encode_params(",
    ],
    "How are proxies chosen from the environment, and when are they bypassed?": [
      "requests/utils.py | def get_environ_proxies(",
      "requests/utils.py | def should_bypass_proxies(",
      "requests/utils.py | def select_proxy(",
      "requests/sessions.py | def merge_environment_settings(",
    ],
  }),
  ...about("immer", {
    "How does a draft note that it was changed, and copy on write?": [
      "src/core/proxy.ts | function markChanged(",
      "src/core/proxy.ts | function prepareCopy(",
      "src/utils/common.ts | function shallowCopy(",
    ],
    "How is the next state put together when a recipe returns?": [
      "src/core/finalize.ts | function processResult(",
      "src/core/finalize.ts | function finalize(",
      "src/core/finalize.ts | function finalizeProperty(",
      "src/core/finalize.ts | function maybeFreeze(",
    ],
    "How are nested scopes entered and left, and their drafts revoked?": [
      "src/core/scope.ts | function enterScope(",
      "src/core/scope.ts | function leaveScope(",
      "src/core/scope.ts | function revokeScope(",
      "src/core/scope.ts | function revokeDraft(",
    ],
    "How are patches generated for changes to an array?": [
      "src/plugins/patches.ts | function generatePatches_(",
      "src/plugins/patches.ts | function generateArrayPatches(",
    ],
    "What happens when patches or maps and sets are used without their plugin?": [
      "src/utils/plugins.ts | function getPlugin<",
      "src/utils/plugins.ts | function loadPlugin<",
      "src/utils/errors.ts | function die(",
      "src/plugins/mapset.ts | function enableMapSet(",
    ],
  }),
];
