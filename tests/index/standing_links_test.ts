/** Edges of bridges and frameworks after an edit: where it touches nothing of them, linkers do not run. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fullIndex } from "../../src/index/full_index.ts";
import { ParsePool } from "../../src/index/parse_pool.ts";
import { syncIndex } from "../../src/index/sync.ts";
import { ensureLayout } from "../../src/project/layout.ts";
import { IS_LINK } from "../../src/store/schema.ts";
import { logicalDump } from "./logical_dump.ts";
import { differencesToNew, settingsOf } from "./rebuilt.ts";

interface Case {
  readonly title: string;
  /** Whether the edit leaves all that linkers ask for as it is. */
  readonly stands: boolean;
  readonly files: Readonly<Record<string, string>>;
  readonly edits: Readonly<Record<string, string>>;
}

const SIGNALS = {
  "signals.py": "from django.dispatch import Signal\nsaved = Signal()\n",
  "handlers.py":
    "from django.dispatch import receiver\nfrom signals import saved\n@receiver(saved)\ndef note(sender):\n    pass\n",
  "send.py":
    "from signals import saved\ndef save():\n    saved.send(1)\ndef other():\n    return 1\n",
};

const URLS = {
  "conf.py": 'PREFIX = "api/"\nBASE = "v1/"\ndef root():\n    return BASE\n',
  "views.py":
    "from django.views import View\nclass Users(View):\n    def get(self, request):\n        return 1\n",
  "urls.py":
    "from django.urls import path\nfrom conf import PREFIX, root\nfrom views import Users\nurlpatterns = [path(PREFIX + root(), Users.as_view())]\n",
};

const EXPRESS = {
  "conf.js": 'const PREFIX = "/api";\nmodule.exports = { PREFIX };\n',
  "users.js":
    "function list(req, res) {\n  res.send(1);\n}\nfunction other() {}\nmodule.exports = { list, other };\n",
  "app.js":
    'const express = require("express");\nconst { PREFIX } = require("./conf");\nconst { list } = require("./users");\nconst app = express();\napp.get(PREFIX, list);\n',
};

const LARAVEL = {
  "routes/web.php":
    "<?php\nuse Illuminate\\Support\\Facades\\Route;\nRoute::get('/a', 'Users@show');\n",
  "app/Users.php": "<?php\nclass Users { public function show() { return 1; } }\n",
};

const RAILS = {
  "config/routes.rb": "Rails.application.routes.draw do\n  get '/a' => 'users#show'\nend\n",
  "app/controllers/users_controller.rb": "class UsersController\n  def show\n    1\n  end\nend\n",
};

const SPRING = {
  "Clock.java": "interface Clock { int now(); }\n",
  "Clocks.java":
    "import org.springframework.stereotype.*;\nclass Base implements Clock { public int now() { return 1; } }\n@Service class Precise extends Base {}\n",
  "User.java":
    "import org.springframework.stereotype.*;\n@Service class User { User(Clock clock) {} }\n",
};

const ASPNET = {
  "Start.cs": "class Start { void Run(dynamic s) { s.AddScoped<IClock, Clock>(); } }\n",
  "Clock.cs": "interface IClock {}\nclass Clock : IClock {}\n",
  "User.cs": "class User(IClock clock) { }\n",
};

const PAGES = {
  "page.tsx":
    "function Old() { return 1; }\nfunction New() { return 2; }\nexport { Old as default };\n",
  "router.tsx":
    'import { createBrowserRouter } from "react-router-dom";\nexport const router = createBrowserRouter([{ path: "/a", lazy: () => import("./page") }, { path: "/b", element: <Shown /> }]);\nfunction Shown() { return 3; }\n',
};

const ROUTINES = {
  "DESCRIPTION": "Package: shop\n",
  "NAMESPACE": "export(total)\n",
  "R/a.R": 'total <- function(x) .Call("C_total", x)\n',
  "R/b.R": "plain <- function(x) x + 1\n",
  "src/a.c":
    'SEXP total_impl(SEXP x) { return x; }\nstatic const R_CallMethodDef entries[] = { {"C_total", (DL_FUNC) &total_impl, 1}, {NULL} };\n',
};

const OPERATIONS = {
  "go.mod": "module example.com/x\n",
  "ops.go":
    "package x\ntype Ops struct { Open func(); Close func() }\nfunc open() {}\nfunc shut() {}\n",
  "made.go": "package x\nfunc made() Ops {\n\treturn Ops{Open: open}\n}\n",
  "none.go": "package x\ntype None struct { Open func() }\nfunc none() None { return None{} }\n",
  "used.go": "package x\nfunc used() {\n\to := made()\n\to.Open()\n}\n",
  "plain.go": "package x\nfunc plain() int {\n\treturn 1\n}\n",
};

const CASES: readonly Case[] = [
  {
    title: "a function of no name that is used elsewhere comes to be",
    stands: true,
    files: SIGNALS,
    edits: { "signals.py": `${SIGNALS["signals.py"]}def fresh():\n    return 2\n` },
  },
  {
    title: "what sends a signal stands some lines further down",
    stands: true,
    files: SIGNALS,
    edits: {
      "send.py": SIGNALS["send.py"].replace("def save", "def first():\n    return 2\n\n\ndef save"),
    },
  },
  {
    title: "what receives a signal stands some lines further down, beside something new",
    stands: true,
    files: SIGNALS,
    edits: {
      "handlers.py": SIGNALS["handlers.py"].replace("@rec", "def before():\n    pass\n\n\n@rec"),
    },
  },
  {
    title: "a signal is sent once more",
    stands: false,
    files: SIGNALS,
    edits: {
      "send.py": SIGNALS["send.py"].replace("    return 1", "    saved.send(2)\n    return 1"),
    },
  },
  {
    title: "what receives a signal has another name",
    stands: false,
    files: SIGNALS,
    edits: { "handlers.py": SIGNALS["handlers.py"].replace("def note", "def remember") },
  },
  {
    title: "a variable of another file is a signal no more",
    stands: false,
    files: SIGNALS,
    edits: { "signals.py": SIGNALS["signals.py"].replace("= Signal()", "= print()") },
  },
  {
    title: "a text that another file makes a path of says something else",
    stands: false,
    files: URLS,
    edits: { "conf.py": URLS["conf.py"].replace("api/", "data/") },
  },
  {
    title: "a function that another file makes a path of gives another text",
    stands: false,
    files: URLS,
    edits: { "conf.py": URLS["conf.py"].replace("v1/", "v2/") },
  },
  {
    title: "what serves a route does something else",
    stands: true,
    files: EXPRESS,
    edits: { "users.js": EXPRESS["users.js"].replace("send(1)", "send(2)") },
  },
  {
    title: "a path that another file gives is another",
    stands: false,
    files: EXPRESS,
    edits: { "conf.js": EXPRESS["conf.js"].replace("/api", "/data") },
  },
  {
    title: "a method that a text names is private now, and another one has its name",
    stands: false,
    files: LARAVEL,
    edits: {
      "app/Users.php":
        "<?php\nclass Base { public function show() { return 2; } }\nclass Users extends Base { public function list() { return 1; } }\n",
    },
  },
  {
    title: "an action of Rails does something else",
    stands: true,
    files: RAILS,
    edits: {
      "app/controllers/users_controller.rb": RAILS["app/controllers/users_controller.rb"]
        .replace("    1", "    puts(2)\n    1"),
    },
  },
  {
    title: "another class comes first in the file of a controller",
    stands: false,
    files: RAILS,
    edits: {
      "app/controllers/users_controller.rb": `class OtherController\n  def show; end\nend\n${
        RAILS["app/controllers/users_controller.rb"]
      }`,
    },
  },
  {
    title: "what a class is made from, which is injected, no longer stands in for an interface",
    stands: false,
    files: SPRING,
    edits: { "Clocks.java": SPRING["Clocks.java"].replace(" implements Clock", "") },
  },
  {
    title: "what a class takes becomes a field of it",
    stands: false,
    files: ASPNET,
    edits: { "User.cs": "class User { IClock clock; }\n" },
  },
  {
    title: "a module that is loaded when it is needed shows something else",
    stands: false,
    files: PAGES,
    edits: { "page.tsx": PAGES["page.tsx"].replace("Old as", "New as") },
  },
  {
    title: "a function of R beside one that calls a routine does something else",
    stands: true,
    files: ROUTINES,
    edits: { "R/b.R": "plain <- function(x) x + 2\n" },
  },
  {
    title: "a routine is registered under another name",
    stands: false,
    files: ROUTINES,
    edits: { "src/a.c": ROUTINES["src/a.c"].replace("C_total", "C_sum") },
  },
  {
    title: "a class gets a method that no file names, but a framework does",
    stands: false,
    files: URLS,
    edits: {
      "views.py": `${URLS["views.py"]}    def post(self, request):\n        return 2\n`,
    },
  },
  {
    title: "a class gets a method that no framework knows",
    stands: true,
    files: URLS,
    edits: {
      "views.py": URLS["views.py"].replace(
        "class Users",
        "def helper():\n    return 3\n\n\nclass Users",
      ),
    },
  },
  {
    title: "a body without function values changes",
    stands: true,
    files: OPERATIONS,
    edits: { "plain.go": "package x\nfunc plain() int {\n\tprintln(2)\n\treturn 1\n}\n" },
  },
  {
    title: "a function without a name comes to stand before one that receives a signal",
    stands: false,
    files: {
      ...SIGNALS,
      "handlers.py":
        "from signals import saved\ndef set_up():\n    saved.connect(lambda one: print(one))\n",
    },
    edits: {
      "handlers.py":
        "from signals import saved\ndef set_up():\n    list(map(lambda one: 1, []))\n    saved.connect(lambda one: print(one))\n",
    },
  },
  {
    title: "another function is given to a field",
    stands: false,
    files: OPERATIONS,
    edits: { "made.go": "package x\nfunc made() Ops {\n\treturn Ops{Open: shut}\n}\n" },
  },
  {
    title: "what calls through a field does so on something else",
    stands: false,
    files: OPERATIONS,
    edits: { "used.go": "package x\n\nfunc used() {\n\to := none()\n\to.Open()\n}\n" },
  },
  {
    title: "what calls through a field stands further down",
    stands: true,
    files: OPERATIONS,
    edits: { "used.go": "package x\n\nfunc used() {\n\to := made()\n\n\to.Open()\n}\n" },
  },
  {
    title: "a rule comes to be the first one of a makefile",
    stands: false,
    files: {
      "Makefile": "all:\n\techo 1\n",
      "run.sh": "make\n",
    },
    edits: { "Makefile": "first:\n\techo 0\nall:\n\techo 1\n" },
  },
];

for (const { title, stands, files, edits } of CASES) {
  Deno.test(`links ${stands ? "stand" : "are worked out anew"}: ${title}`, async () => {
    const directory = Deno.makeTempDirSync({ prefix: "codegraph-links-" });
    try {
      const root = join(directory, "project");
      Deno.mkdirSync(join(root, ".git"), { recursive: true });
      write(root, files);
      const layout = ensureLayout(root);
      const settings = settingsOf(root);
      await fullIndex({ layout, settings, pool: new ParsePool(1) });
      assert.notEqual(linkCount(layout.databasePath), 0, "the project has no links");
      write(root, edits);
      await syncIndex({ layout, settings });
      assert.deepEqual(await differencesToNew(root, directory), []);
      // Whoever works links out anew puts right what is spoilt here.
      write(root, files);
      await syncIndex({ layout, settings });
      spoilLinks(layout.databasePath);
      write(root, edits);
      await syncIndex({ layout, settings });
      const spoilt = await differencesToNew(root, directory);
      assert.equal(spoilt.length > 0, stands, spoilt.join("\n"));
    } finally {
      Deno.removeSync(directory, { recursive: true });
    }
  });
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const full = join(root, path);
    Deno.mkdirSync(dirname(full), { recursive: true });
    Deno.writeTextFileSync(full, text);
  }
}

function linkCount(databasePath: string): number {
  return logicalDump(databasePath).filter((line) =>
    /^\["edge"/.test(line) && !/,null,\d+\]$/.test(line)
  ).length;
}

function spoilLinks(databasePath: string): void {
  using database = new DatabaseSync(databasePath);
  database.exec(`UPDATE edges SET candidates = 77 WHERE ${IS_LINK}`);
}
