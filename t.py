subprocess.run(["python", "x.py", f"{a}/b"], check=True)
os.system("Rscript a.R " + x)
subprocess.check_output(shlex.split("perl x.pl"))
subprocess.Popen(f"bash {d}/run.sh", shell=True)
subprocess.run(["python",
  "x" "y"])
