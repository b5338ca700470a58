#!/bin/bash
# edges.sh DIR: bridge and call edges of a project
cd /tmp/w/b7w; rm -rf $1/.biorouter
deno run -A src/main.ts index $1 2>&1 | tail -12
deno run -A src/main.ts export --format jsonl --project $1 > $1.jsonl 2>/dev/null || deno run -A src/main.ts export --format jsonl $1 > $1.jsonl
python3 - $1.jsonl <<'PY'
import json,sys,collections
c=collections.Counter()
for l in open(sys.argv[1]):
    d=json.loads(l)
    if d['type']=='edge': c[d['kind'],d['confidence'],str(d.get('evidence'))]+=1
for k,v in sorted(c.items(),key=lambda t:-t[1])[:40]: print(v,k)
PY
