// Writes docs/toolspan.schema.json, the JSON Schema of toolspan.yaml for editors, from the zod schema in dist.
import { mkdirSync, writeFileSync } from "node:fs";
import { configJsonSchema } from "../dist/daemon/config-schema.js";

const docs = new URL("../docs/", import.meta.url);
mkdirSync(docs, { recursive: true });
writeFileSync(new URL("toolspan.schema.json", docs), configJsonSchema());
