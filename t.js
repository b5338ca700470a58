execSync("python x.py");
child_process.spawn("python", ["x.py", a], {});
fork(`${d}/x.js`);
