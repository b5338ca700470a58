import json,sys
base=sys.argv[1]; kinds=set((sys.argv[2] if len(sys.argv)>2 else 'bridges').split(',')); n=int(sys.argv[3]) if len(sys.argv)>3 else 40
lang=sys.argv[4] if len(sys.argv)>4 else ''
sym={};edges=[]
for l in open(base+'.jsonl'):
    d=json.loads(l)
    if d['type']=='symbol': sym[d['id']]=d
    elif d['type']=='edge' and d['kind'] in kinds and (lang=='' or d['file'].endswith(tuple(lang.split(',')))): edges.append(d)
import random
random.seed(7); 
pick=edges if len(edges)<=n else random.sample(edges,n)
for e in sorted(pick,key=lambda e:(e['file'],e['line'])):
    t=sym.get(e['to'],{'file':'external','name':e['to']})
    try: src=open(base+'/'+e['file'],errors='replace').read().split('\n')[e['line']-1].strip()
    except Exception as x: src='?'
    f=sym.get(e['from'],{}).get('qualifiedName','')
    print(f"{e['file']}:{e['line']}  [{f}] {src[:100]}\n     -> {t['file']}:{t.get('qualifiedName',t['name'])} {e['confidence']} {e.get('evidence')}")
print(len(edges))
