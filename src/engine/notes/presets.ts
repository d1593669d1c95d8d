/** The scaffolds that a capture can ask for, as a table: tags, front matter and headings of each. */

export interface Preset {
  readonly tags: readonly string[];
  /** Keys in the order in which they are written; a list is an empty one for the writer to fill. */
  readonly frontMatter: Readonly<Record<string, string | readonly []>>;
  /** Second-level headings under the title. */
  readonly headings: readonly string[];
}

/** People, projects and ideas share this outline; each adds what is its own at the end. */
const DOSSIER = ["Current Synthesis", "Open Threads", "Assessment", "Timeline"];

function dossier(type: string, ...own: string[]): Preset {
  return { tags: [], frontMatter: { type, category: type, tags: [] }, headings: [...DOSSIER, ...own] };
}

export const presets: Readonly<Record<string, Preset>> = {
  blank: { tags: [], frontMatter: {}, headings: [] },
  "project-note": {
    tags: ["project"],
    frontMatter: { category: "project", status: "active" },
    headings: ["Goal", "Scope", "Open Questions", "Next Steps"],
  },
  "research-note": {
    tags: ["research"],
    frontMatter: { category: "research" },
    headings: ["Summary", "Key Ideas", "Evidence", "Follow-up Questions"],
  },
  "decision-note": {
    tags: ["decision"],
    frontMatter: { category: "decision", status: "proposed" },
    headings: ["Current Synthesis", "Decision", "Rationale", "Consequences", "Timeline"],
  },
  "prompt-pattern": {
    tags: ["prompt", "pattern"],
    frontMatter: { category: "pattern" },
    headings: ["Use Case", "Prompt", "Constraints", "Example"],
  },
  "source-summary": {
    tags: ["source", "summary"],
    frontMatter: { category: "source-summary", sources: [] },
    headings: ["Current Synthesis", "Important Claims", "Assessment", "Timeline", "Evidence / Quotes"],
  },
  "idea-original": dossier("idea-original", "Exact Phrasing", "Related Concepts"),
  person: dossier("person", "Relationship"),
  "company-project": dossier("company-project", "Decisions", "People"),
  meeting: dossier("meeting", "Transcript / Notes", "Action Items"),
};

export function presetBody(preset: Preset, title: string): string {
  return [`# ${title}`, ...preset.headings.map((heading) => `## ${heading}`)]
    .map((line) => `${line}\n`)
    .join("\n");
}
