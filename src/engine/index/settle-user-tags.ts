/** Tags given through a tool, brought from the durable database to documents whose files did not change. */
import type { CollectionJob } from "./collection-job.ts";

export function settleUserTags(job: CollectionJob): void {
  const { store, writer } = job.context;
  const wanted = job.context.userTags.of(job.collection.name);
  const rows = store
    .statement<[number], { id: number; rel_path: string; tags: string }>(
      `SELECT d.id, d.rel_path, group_concat(t.tag, char(10)) AS tags FROM document d JOIN tag t ON t.document_id = d.id
       WHERE d.collection_id = ? AND t.source = 'user' GROUP BY d.id`,
    )
    .all(job.collectionId);
  const present = new Map(rows.map(({ rel_path, id, tags }) => [rel_path, { id, tags: tags.split("\n") }]));
  const changed: { id: number; tags: readonly string[] }[] = [];
  for (const [relPath, { id, tags }] of present) {
    const want = wanted.get(relPath) ?? [];
    if (want.length !== tags.length || want.some((tag) => !tags.includes(tag)))
      changed.push({ id, tags: want });
  }
  for (const [relPath, tags] of wanted) {
    if (present.has(relPath)) continue;
    const row = store
      .statement<[number, string], { id: number }>(
        "SELECT id FROM document WHERE collection_id = ? AND rel_path = ? AND active = 1",
      )
      .get(job.collectionId, relPath);
    if (row !== undefined) changed.push({ id: row.id, tags });
  }
  if (changed.length === 0) return;
  store.write(() => {
    for (const { id, tags } of changed) writer.setUserTags(id, tags);
  });
}
