/** What each tool is asked about django when its speed is measured. */
const SYMBOLS = [
  "reverse",
  "get_user_model",
  "QuerySet.filter",
  "Model.save",
  "flatten",
  "HttpResponse",
  "ForeignKey",
  "cached_property",
];

export const SPEED_QUESTIONS: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  codegraph_search: [
    "reverse",
    "queryset filter",
    "csrf",
    "MigrationAutodetcetor",
    "get_object_or_404",
    "send mail",
    "save",
    "url resolver",
  ].map((query) => ({ query })),
  codegraph_callers: SYMBOLS.map((symbol) => ({ symbol })),
  codegraph_callees: SYMBOLS.map((symbol) => ({ symbol })),
  codegraph_node: SYMBOLS.map((symbol) => ({ symbol })),
  codegraph_trace: [
    { from: "QuerySet.filter", to: "Query.build_filter" },
    { from: "Model.save", to: "SQLInsertCompiler.execute_sql" },
    { from: "BaseHandler.get_response", to: "URLResolver.resolve" },
    { from: "render", to: "Template.render" },
  ],
  codegraph_impact: SYMBOLS.map((symbol) => ({ symbol })),
  codegraph_explore: [
    "How does QuerySet.filter turn its keyword arguments into a WHERE clause?",
    "How is a URL resolved to a view?",
    "How is the CSRF token checked on a POST request?",
    "How does saving a model decide between INSERT and UPDATE?",
    "How are passwords hashed and verified at login?",
    "How does the template engine compile a template?",
  ].map((query) => ({ query })),
  codegraph_context: [
    "add a timeout option to the SMTP email backend",
    "support composite primary keys in the admin",
    "log slow database queries",
    "let the cache middleware vary by header",
  ].map((task) => ({ task })),
};
