/** gram_projects: the shared folder and what is mounted beside it. spec/gram.md, "gram_projects". */
import type { GramTools } from "../../../generated/gram/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GramDeps } from "./deps.ts";
import { reconnect, storageThere } from "./refusals.ts";

export const projects = {
  async run(_args, { vault }, call) {
    await storageThere(vault, call);
    const mounts = await Promise.all(
      vault.mounts.map(async ({ id, name, access, provider }) => {
        const key = `@mounts/${id}`;
        if (provider !== undefined) {
          const place = await vault.locate(key);
          if (place.kind === "reconnect") return reconnect(place, call);
        }
        const documents = await vault.documents(key);
        const allowed = vault.access === "write" ? access : ("read" as const);
        return { access: allowed, count: documents.length, id, key, kind: provider?.kind ?? "folder", name };
      }),
    );
    const own = await vault.projects();
    return {
      access: vault.access,
      mounts,
      projects: own.map(([key, count]): [string, number] => [key, count]),
      vault: vault.name,
    };
  },

  text({ vault, access, projects: own, mounts }) {
    const rows = [
      ...own.map(([key, count]) => `  ${key} (${count})`),
      ...mounts.map(({ key, name, count, access: allowed }) => `  ${key} ${name} (${count}, ${allowed})`),
    ];
    return [`${vault} (${access})`, ...rows].join("\n");
  },
} satisfies Tool<GramTools, "gram_projects", GramDeps>;
