/** resources.list: the list works anywhere and its entries are well formed. */
import { everyWire, type Property } from "../property.ts";
import { isObject, type Json } from "../target/target.ts";

const rows = ["resources.list", "resources.templates", "resources.schemes", "resources.annotations"];

export default {
  id: "resources.list",
  claim: "Resources and templates are listed the same way everywhere and are well formed",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    const declared = isObject(talk.opening.capabilities) ? talk.opening.capabilities : {};
    if (!("resources" in declared)) {
      for (const row of rows) check.skip(row, "resources are not declared");
      return;
    }
    const reply = await talk.request("resources/list");
    const list = reply.result?.resources;
    if (!check.expect("resources.list", Array.isArray(list), "resources/list gives no array", reply)) return;
    const there = await (await check.other()).request("resources/list");
    const same = JSON.stringify(there.result?.resources) === JSON.stringify(list);
    check.expect("resources.list", same, "another connection gets another list", there);

    for (const resource of list as readonly Json[]) {
      const uri = String(resource.uri);
      check.expect(
        "resources.schemes",
        /^[a-z][a-z0-9+.-]*:[^\s]*$/i.test(uri) && !/^https?:/.test(uri),
        `the URI ${uri}`,
        reply,
      );
      check.expect(
        "resources.annotations",
        isAnnotated(resource.annotations),
        `${uri} is annotated with ${JSON.stringify(resource.annotations)}`,
        reply,
      );
    }
    if ((list as readonly Json[]).length === 0) {
      for (const row of ["resources.schemes", "resources.annotations"])
        check.skip(row, "no resource is listed");
    }
    const templates = await talk.request("resources/templates/list");
    for (const template of (templates.result?.resourceTemplates ?? []) as readonly Json[]) {
      const text = String(template.uriTemplate);
      check.expect("resources.templates", isTemplate(text), `the template ${text}`, templates);
    }
    check.expect(
      "resources.templates",
      templates.result !== undefined,
      "templates are not listed",
      templates,
    );
  },
} satisfies Property;

/** RFC 6570, up to level 4: literals and expressions with an operator, names, and modifiers. */
function isTemplate(text: string): boolean {
  const expression = /\{[+#./;?&]?[\w.%]+(?::\d{1,4}|\*)?(?:,[\w.%]+(?::\d{1,4}|\*)?)*\}/g;
  return !/[{}\s<>"\\^`|]/.test(text.replace(expression, ""));
}

function isAnnotated(annotations: unknown): boolean {
  if (annotations === undefined) return true;
  if (!isObject(annotations)) return false;
  const { audience = [], priority = 0, lastModified } = annotations;
  return (
    Array.isArray(audience) &&
    audience.every((one) => one === "user" || one === "assistant") &&
    typeof priority === "number" &&
    priority >= 0 &&
    priority <= 1 &&
    (lastModified === undefined || !Number.isNaN(Date.parse(String(lastModified))))
  );
}
