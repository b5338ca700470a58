system("python x.py")
system "perl x.pl"
`bash x.sh`
Open3.capture3("python", "x.py")
