/** Calls whose targets are decided at run time. Adding a way: its file, and one entry here. */
import { RAILS_CALLBACKS } from "./rails_callbacks.ts";
import type { LinkerEntry } from "../resolve/linker.ts";

/** Every way. */
export const DISPATCHES: readonly LinkerEntry[] = [
  {
    id: "given-functions",
    languages: [["c", "cpp", "cuda", "go"]],
    asksForAll: true,
    load: async () => (await import("./given_functions.ts")).givenFunctions,
  },
  {
    id: "task-queues",
    languages: [["python"]],
    names: ["celery", "dramatiq", "huey", "rq", "django_rq", "procrastinate", "taskiq"],
    reads: ["send_task", "signature"],
    asksForAll: true,
    load: async () => (await import("./task_queues.ts")).taskQueues,
  },
  {
    id: "commands",
    languages: [["python", "javascript", "typescript", "tsx"]],
    names: [
      "click",
      "typer",
      "argparse",
      "commander",
      "@commander-js/extra-typings",
      "yargs",
      "yargs/yargs",
    ],
    asksForAll: true,
    load: async () => (await import("./commands.ts")).commands,
  },
  {
    id: "cobra",
    languages: [["go"]],
    names: ["github.com/spf13/cobra"],
    // Of files that import it, all calls are kept with what they are given.
    reads: ["github.com/spf13/cobra"],
    asksForAll: true,
    load: async () => (await import("./cobra.ts")).cobra,
  },
  {
    id: "injections",
    languages: [["csharp", "java", "kotlin", "typescript", "tsx", "javascript"]],
    names: [
      "AddScoped",
      "AddSingleton",
      "AddTransient",
      "provider object",
      "org.springframework.stereotype",
      "org.springframework.context.annotation",
    ],
    reads: ["Inject", "inject", "provide"],
    asksForAll: true,
    load: async () => (await import("./injections.ts")).injections,
  },
  {
    id: "ruby-jobs",
    languages: [["ruby"]],
    names: ["Rails", "ActiveRecord", "ApplicationRecord", "ApplicationJob", "Sidekiq"],
    reads: RAILS_CALLBACKS,
    asksForAll: true,
    load: async () => (await import("./ruby_jobs.ts")).rubyJobs,
  },
  {
    id: "signals",
    languages: [["python"]],
    names: ["Signal", "signal", "signals", "dispatch"],
    asksForAll: true,
    load: async () => (await import("./signals.ts")).signals,
  },
  {
    id: "orm-events",
    languages: [["python"]],
    names: ["sqlalchemy", "flask_sqlalchemy", "sqlmodel"],
    asksForAll: true,
    load: async () => (await import("./orm_events.ts")).ormEvents,
  },
  {
    id: "events",
    languages: [["javascript", "typescript", "tsx"]],
    names: ["EventEmitter", "events", "node:events", "mitt", "emittery", "nanoevents"],
    reads: ["addListener", "emit", "on", "once", "prependListener", "prependOnceListener"],
    asksForAll: true,
    load: async () => (await import("./events.ts")).events,
  },
  {
    id: "react",
    languages: [["javascript", "typescript", "tsx"]],
    names: ["react", "preact", "react-native"],
    asksForAll: true,
    load: async () => (await import("./react.ts")).react,
  },
];
