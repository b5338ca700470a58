#!/bin/bash
cd /tmp/w/b7w || exit 1
git pull -q --rebase || { git status --short | grep '^[AU][AU]'; exit 1; }
deno fmt --check >/tmp/w/b7/fmt.log 2>&1 || { tail -5 /tmp/w/b7/fmt.log; exit 1; }
deno lint >/tmp/w/b7/lint.log 2>&1 || { tail -20 /tmp/w/b7/lint.log; exit 1; }
nice deno check src tests tasks >/tmp/w/b7/check.log 2>&1 || { grep -v Check /tmp/w/b7/check.log | head -30; exit 1; }
nice deno task test tests/architecture_test.ts tests/cases_test.ts "$@" >/tmp/w/b7/test.log 2>&1 || { tail -40 /tmp/w/b7/test.log; [ -n "$FORCE" ] || exit 1; }
tail -1 /tmp/w/b7/test.log
for i in 1 2 3 4; do
  git push -q origin HEAD:main 2>/dev/null && { git log --oneline | head -1; exit 0; }
  git pull -q --rebase || { git status --short | grep '^[AU][AU]'; exit 1; }
  nice deno check src >/tmp/w/b7/check.log 2>&1 || { grep -v Check /tmp/w/b7/check.log | head -30; exit 1; }
done
