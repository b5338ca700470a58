run(`python x.py $a`)
read(pipeline(`perl x.pl`, stdout=f), String)
