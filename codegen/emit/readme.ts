/** README files of the output folders: nobody should have to ask why an edit there does not last. */

export const GENERATED_README = `# Output

Everything here is written by \`npm run codegen\` from \`schemas/\` and \`spec/\`. Edit those, not this folder:
\`npm run codegen -- --check\` fails when a file here is edited, missing or left over. On a merge conflict merge the
sources and generate again.

| File | What it holds |
| --- | --- |
| \`<contract>/types.ts\` | argument, result and error types of every tool |
| \`<contract>/tools.ts\` | what a server needs to list and guard its tools |
| \`<contract>/outputs.ts\` | output schemas |
| \`<contract>/tools.json\` | the whole contract as data, for other languages |
| \`<contract>/errors.ts\`, \`profiles.ts\`, \`routes.ts\`, \`resources.ts\` | the other tables |
| \`<contract>/bind.ts\` | every handler by name |
| \`<contract>/sdk.ts\` | the typed client |
| \`mcp/requirements.ts\` | what each protocol revision asks of a server, a row each |
`;

export const GOLDEN_README = `# Golden files

What any server of a contract answers, derived from \`schemas/\` and \`spec/\` by \`npm run codegen\`. No server ran to make
them. They are plain data: use them from any language.

| File | What it holds |
| --- | --- |
| \`<contract>/list.<profile>.json\` | the result of \`tools/list\` without write tools |
| \`<contract>/list.<profile>.write.json\` | the same with writes enabled |
| \`<contract>/<tool>.json\` | calls of one tool and their answers |
| \`wire/<transport>-<era>.json\` | one probe call as it is sent and answered on that wire |

## A tool's file

| Key | Meaning |
| --- | --- |
| calls | valid calls, taken from the examples |
| ok | the result of each, in the contract's envelope |
| invalid | near-misses: arguments with one fault. \`rule\` is the JSON Schema keyword that refuses them, \`pointer\` what is wrong: the value, the missing key or the unknown one. None of them may run |
| refusal | the result of every near-miss |
| notProbed | faults for which no near-miss could be built from the examples |
| errors | the result for each error code that the tool may answer |

The text \`any non-empty\` stands for any text but none. \`{message}\` stands for the server's own sentence, \`{…}\` for data
that the tool's own file shows, and another word in braces for a value of the server.
`;
