import { texts } from "../gen/texts.js";
import type { SkillsPromptResponse } from "../gen/toolspan/v1/tools.js";
import { CannotReachError, ToolspanError } from "./errors.js";
import type { Link } from "./link.js";
import { type Trouble, trouble } from "./status.js";

const MOST_ATTEMPTS = 3;
/** The sidecar may wait for skills from the web. */
const PROMPT_WAIT = 120_000;

/** The prompt of skills; asking is harmless, so a lost answer is asked for again. */
export async function readSkillsPrompt(link: Link, names: readonly string[]): Promise<string> {
  let reason = "no answer";
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    await link.ready();
    const answer = await once(link, names);
    if (typeof answer === "string") return answer;
    if (answer.kind === "refused") throw answer.error;
    if (answer.kind === "broken") throw new ToolspanError(`The sidecar could not tell its skills: ${answer.reason}`);
    if (answer.kind === "unsent") link.forget();
    if (answer.kind !== "late") reason = answer.reason;
  }
  throw new CannotReachError(texts.cannot_reach(link.address, reason));
}

function once(link: Link, names: readonly string[]): Promise<string | Trouble> {
  const options = { deadline: Date.now() + PROMPT_WAIT };
  return new Promise((resolve) => {
    link.client.skillsPrompt({ names: [...names] }, link.metadata, options, (error, answer: SkillsPromptResponse) => {
      resolve(error === null ? answer.prompt : trouble(error));
    });
  });
}
