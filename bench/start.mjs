// `npm run bench`: installs what the peers need on first use, compiles the bench, and runs it.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const bench = fileURLToPath(new URL(".", import.meta.url));
const project = join(bench, "..");
const deps = join(bench, ".deps");
const jar = join(project, "clients/java/toolspan-client/target/toolspan-client-0.1.0.jar");

const run = (command, args, cwd = bench) => execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });

// Does something once for each content of the files that it depends on.
function once(name, files, work) {
  const digest = createHash("sha256");
  for (const file of files) digest.update(readFileSync(file));
  const stamp = join(deps, `${name}.stamp`);
  const wanted = digest.digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  process.stderr.write(`bench: preparing ${name}\n`);
  work();
  writeFileSync(stamp, wanted);
}

function install() {
  mkdirSync(deps, { recursive: true });
  const peers = (name) => join(bench, "peers", name);
  once("node", [peers("package.json"), peers("package-lock.json")], () => {
    const folder = join(deps, "node");
    mkdirSync(folder, { recursive: true });
    for (const name of ["package.json", "package-lock.json"]) copyFileSync(peers(name), join(folder, name));
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  });
  once("python", [peers("requirements.txt")], () => {
    rmSync(join(deps, "python"), { recursive: true, force: true });
    run("python3", ["-m", "venv", join(deps, "python")]);
    run(join(deps, "python/bin/pip"), ["install", "--quiet", "--disable-pip-version-check", "-r", peers("requirements.txt")]);
  });
  once("java-lib", [peers("java/pom.xml")], () => {
    rmSync(join(deps, "java/lib"), { recursive: true, force: true });
    run("mvn", ["-q", "-B", "dependency:copy-dependencies", `-DoutputDirectory=${join(deps, "java/lib")}`], peers("java"));
  });
}

function build() {
  if (!existsSync(join(project, "dist/daemon/main.js"))) run("npm", ["run", "build"], project);
  if (!existsSync(jar)) run("mvn", ["-q", "-B", "package", "-DskipTests"], join(project, "clients/java"));
  warnIfStale(join(project, "src"), join(project, "dist/daemon/main.js"), "npm run build");
  warnIfStale(join(project, "clients/java/toolspan-client/src/main"), jar, "mvn package in clients/java");
  run(join(project, "node_modules/.bin/tsc"), ["-p", bench]);
  // the compiled bench uses the project as it was built, and the peers' packages
  link(join(project, "dist"), join(bench, ".build/dist"));
  link(join(deps, "node/node_modules"), join(bench, ".build/node_modules"));
  const java = join(bench, "callers/java");
  const sources = readdirSync(java).map((name) => join(java, name));
  once("java-classes", [jar, ...sources], () => {
    const classes = join(deps, "java/classes");
    rmSync(classes, { recursive: true, force: true });
    run("javac", ["-cp", `${jar}:${join(deps, "java/lib/*")}`, "-d", classes, ...sources]);
  });
}

// What is measured is what was built; say so where the sources are newer.
function warnIfStale(sources, built, command) {
  const newest = Math.max(...readdirSync(sources, { recursive: true }).map((name) => statSync(join(sources, name)).mtimeMs));
  if (newest > statSync(built).mtimeMs) process.stderr.write(`bench: ${sources} is newer than what is measured: run ${command}\n`);
}

function link(target, path) {
  if (!existsSync(path)) symlinkSync(target, path);
}

install();
build();
const child = spawn(process.execPath, [join(bench, ".build/bench/run/main.js"), ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
