// The skills of all sources. Those on this machine are read at the start; those of the web come when they come.
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { skillsPrompt } from "./prompt.js";
import { type Skill, SkillError } from "./skill.js";
import { openSource, type SkillSource } from "./sources.js";

/** Skills by name; null means that no sources were given. */
export type Skills = ReadonlyMap<string, Skill> | null;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 300_000;

/** Opens sources, and keeps what was unpacked until it is closed. */
export class SkillLibrary {
  readonly #sources: readonly SkillSource[];
  readonly #warn: (message: string) => void;
  readonly #bySource: (readonly Skill[])[];
  readonly #closing = new AbortController();
  #folder: Promise<string> | null = null;
  #awaited: Promise<unknown> = Promise.resolve();
  #skills: Skills = null;

  constructor(sources: readonly SkillSource[], warn: (message: string) => void) {
    this.#sources = sources;
    this.#warn = warn;
    this.#bySource = sources.map(() => []);
  }

  /** Reads what is on this machine; rejects with a SkillError where something is wrong with it. The web is not waited for. */
  async open(): Promise<void> {
    for (const [i, source] of this.#sources.entries()) {
      if (source.kind !== "url") this.#bySource[i] = await this.#read(source);
    }
    this.#merge();
    this.#awaited = Promise.all(
      this.#sources.map((source, i) => (source.kind === "url" ? this.#fetch(source, i) : null)),
    );
  }

  /** All skills, once each source of the web was tried; of two of one name the last wins. */
  async skills(): Promise<Skills> {
    await this.#awaited;
    return this.#skills;
  }

  /** What a model is told of them; rejects with a SkillError where there is no skill of a name. */
  async prompt(names: readonly string[]): Promise<string> {
    return skillsPrompt(await this.skills(), names);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const folder = await this.#folder?.catch(() => null);
    if (folder) await rm(folder, { recursive: true, force: true });
  }

  // The first attempt is waited for; where it fails others follow until one succeeds.
  async #fetch(source: SkillSource, i: number): Promise<void> {
    if (await this.#attempt(source, i)) return;
    void this.#again(source, i);
  }

  async #again(source: SkillSource, i: number): Promise<void> {
    for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
      await pause(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
      if (this.#closing.signal.aborted || (await this.#attempt(source, i))) return;
    }
  }

  async #attempt(source: SkillSource, i: number): Promise<boolean> {
    try {
      this.#bySource[i] = await this.#read(source);
      this.#merge();
      return true;
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#warn(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  async #read(source: SkillSource): Promise<readonly Skill[]> {
    try {
      return await openSource(source, () => this.#scratch(), this.#closing.signal);
    } catch (error) {
      if (error instanceof SkillError) throw error;
      throw new SkillError(error instanceof Error ? error.message : String(error));
    }
  }

  async #scratch(): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), "toolspan-skills-")).then((folder) => realpath(folder));
    return mkdtemp(join(await this.#folder, "source-"));
  }

  #merge(): void {
    if (this.#sources.length === 0) return;
    const skills = new Map<string, Skill>();
    for (const skill of this.#bySource.flat()) {
      const earlier = skills.get(skill.name);
      if (earlier !== undefined) {
        this.#warn(`the skill ${skill.name} of ${skill.folder} replaces that of ${earlier.folder}`);
      }
      skills.set(skill.name, skill);
    }
    this.#skills = skills;
  }
}
