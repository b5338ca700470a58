system('python x.py');
[s, o] = system(['python ' fullfile(a, 'x.py')]);
!bash x.sh
unix("perl x.pl");
