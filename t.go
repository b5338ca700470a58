package a
func f() { exec.Command("python", "x.py", a).Run() }
