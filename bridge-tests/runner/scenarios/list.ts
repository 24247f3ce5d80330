import { serve } from "../daemon.js";
import { field, list, text } from "../expand.js";
import { canonical } from "../match.js";
import { type Scenario, sdkOf } from "../scenario.js";
import { connected } from "../testee.js";
import { parse, toTree } from "../tree.js";

/** The digest that the list gave, and another one. */
export const digest: Scenario = async (scene) => {
  await using daemon = await serve();
  await using testee = await connected(sdkOf(scene), daemon.address);
  const name = String(scene.given.get("tool"));
  const spec = list((await testee.ask("tools")).get("specs")).find((one) => field(one, "name") === name);
  const call = async (spec_digest: string) =>
    parse(text((await testee.ask("call", { name, args: toTree({}), spec_digest })).get("response")) ?? "null");
  const accepted = await call(text(field(spec, "digest")) ?? "");
  const refused = field(await call("another"), "fault");
  return {
    accepted: field(accepted, "success"),
    refused_kind: field(refused, "kind"),
    refused_code: field(field(refused, "details"), "code"),
  };
};

/** The first list of a watch. */
export const watch: Scenario = async (scene) => {
  await using daemon = await serve({ tools: ["schemas", "life"] });
  await using testee = await connected(sdkOf(scene), daemon.address);
  const watched = await testee.ask("watch");
  const listed = await testee.ask("tools");
  return {
    same_as_tools:
      list(listed.get("specs")).length > 20 &&
      canonical(watched.get("specs") ?? null) === canonical(listed.get("specs") ?? null),
  };
};
