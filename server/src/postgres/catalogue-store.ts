import type {
  CatalogueStore,
  Cluster,
  Control,
  ControlItem,
  DescribedControl,
  DescribedItem,
  Framework,
  LoadedFramework,
  SelectableItem,
} from "../catalogue/catalogue.ts";
import type { FrameworkDocument } from "../catalogue/catalogue-format.ts";
import { completeConditions, completeItem } from "../catalogue/complete-item.ts";
import { hashItem } from "../catalogue/load-framework.ts";
import type { Id } from "../platform/ids.ts";
import { execute, findId, firstRow, listIds, manyRows, type QueryRunner, rows, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

/** Of a control, in the language of the parameter. */
const translated = (column: "name" | "description", language: string) =>
  `coalesce(c.definition #>> ARRAY['translations', ${language}::text, '${column}'], c.${column}) AS ${column}`;
const controlColumnsIn = (language: string) => `c.id, c.framework_id AS "frameworkId", c.code,
  ${translated("name", language)}, ${translated("description", language)},
  coalesce(c.documents_count, 'together') AS "documentsCount",
  (SELECT count(*)::int FROM control_items i JOIN clusters k ON k.id = i.cluster_id
    WHERE i.control_id = c.id
      AND NOT coalesce(i.is_obsolete_by_admin, i.is_obsolete)
      AND NOT coalesce(k.is_archived_by_admin, k.is_archived)) AS "itemCount"`;
const controlColumns = controlColumnsIn("'en'");
const clusterColumns = `id, control_id AS "controlId", name, code, coalesce(is_archived_by_admin, is_archived) AS "isArchived"`;
const itemTextIn = (column: "name" | "objective", language: string) =>
  `coalesce(r.definition #>> ARRAY['translations', ${language}::text, '${column}'], r.${column}) AS ${column}`;
const itemColumnsIn = (
  language: string,
) => `i.id, i.control_id AS "controlId", i.cluster_id AS "clusterId", i.external_id AS "externalId",
  ${itemTextIn("name", language)}, ${itemTextIn("objective", language)},
  coalesce(i.is_obsolete_by_admin, i.is_obsolete) AS "isObsolete"`;
const itemColumns = itemColumnsIn("'en'");
export const isWhitelisted = `(p.framework_ids IS NULL OR c.framework_id = ANY (p.framework_ids))
  AND (p.control_ids IS NULL OR c.id = ANY (p.control_ids))`;

const frameworksOfPartner = statement(
  `SELECT f.id, f.name, f.code, f.version FROM frameworks f JOIN partners p ON p.id = $1
    WHERE p.framework_ids IS NULL OR f.id = ANY (p.framework_ids) ORDER BY f.name, f.id`,
);
const controlsOfPartner = statement(
  `SELECT ${controlColumnsIn("$2")} FROM controls c JOIN partners p ON p.id = $1 WHERE ${isWhitelisted} ORDER BY c.position, c.id`,
);
const everyFramework = statement("SELECT id, name, code, version FROM frameworks ORDER BY name, id");
const everyControl = statement(`SELECT ${controlColumns} FROM controls c ORDER BY c.position, c.id`);
const findControl = statement(
  `SELECT ${controlColumns} FROM controls c JOIN partners p ON p.id = $1 WHERE (c.id = $2 OR c.code = $2) AND ${isWhitelisted} LIMIT 2`,
);
const findControlId = statement("SELECT id FROM controls WHERE id = $1 OR code = $1 LIMIT 2");
const listConditions = statement(
  `SELECT c.id AS "controlId", c.definition -> 'conditions' AS conditions,
          jsonb_strip_nulls(jsonb_build_object(
            'de', jsonb_build_object('conditions', c.definition #> '{translations,de,conditions}'),
            'fr', jsonb_build_object('conditions', c.definition #> '{translations,fr,conditions}'),
            'es', jsonb_build_object('conditions', c.definition #> '{translations,es,conditions}'))) AS translations
     FROM controls c JOIN partners p ON p.id = $1
    WHERE ${isWhitelisted} AND c.definition -> 'conditions' IS NOT NULL ORDER BY c.position, c.id`,
);
const listClusters = statement(
  `SELECT k.id, k.control_id AS "controlId", coalesce(c.definition #>> ARRAY['translations', $2::text, 'clusters', k.code], k.name) AS name,
          k.code, coalesce(k.is_archived_by_admin, k.is_archived) AS "isArchived"
     FROM clusters k JOIN controls c ON c.id = k.control_id WHERE k.control_id = $1 ORDER BY k.position, k.id`,
);
const listItems = statement(
  `SELECT ${itemColumnsIn("$2")} FROM control_items i
     JOIN control_item_revisions r ON r.control_item_id = i.id AND r.revision = i.revision
     JOIN clusters k ON k.id = i.cluster_id
    WHERE i.control_id = $1 ORDER BY k.position, i.position, i.id`,
);
// Without texts, because a control may have thousands of items.
const listSelectable = statement(
  `SELECT i.id, i.cluster_id AS "clusterId", coalesce(i.is_obsolete_by_admin, i.is_obsolete) AS "isObsolete"
     FROM control_items i JOIN clusters k ON k.id = i.cluster_id
    WHERE i.control_id = $1 AND ($2 OR i.id = ANY ($3) OR i.cluster_id = ANY ($4)) ORDER BY k.position, i.position, i.id`,
);
const listItemIdsAddedAfter = statement(
  `SELECT i.id FROM control_items i JOIN control_item_revisions r ON r.control_item_id = i.id AND r.revision = 1
    WHERE i.control_id = $1 AND r.created_at > $2`,
);
const describeControl = statement(
  `SELECT ${controlColumns}, c.definition, f.name AS "frameworkName"
     FROM controls c JOIN frameworks f ON f.id = c.framework_id WHERE c.id = $1`,
);
const describeItems = statement(
  `SELECT ${itemColumns}, i.revision, r.definition FROM control_items i
     JOIN control_item_revisions r ON r.control_item_id = i.id AND r.revision = i.revision
    WHERE i.control_id = $1 ORDER BY i.position, i.id`,
);
const findItem = statement(
  `SELECT ${itemColumns}, i.revision, r.definition FROM control_items i
     JOIN control_item_revisions r ON r.control_item_id = i.id AND r.revision = i.revision
     JOIN controls c ON c.id = i.control_id JOIN partners p ON p.id = $1
    WHERE i.id = $2 AND ${isWhitelisted}`,
);
const setClusterArchived = statement(
  `UPDATE clusters SET is_archived_by_admin = $2 WHERE id = $1 RETURNING ${clusterColumns}`,
);
const setItemObsolete = statement(
  `UPDATE control_items i SET is_obsolete_by_admin = $2 FROM control_item_revisions r
    WHERE i.id = $1 AND r.control_item_id = i.id AND r.revision = i.revision RETURNING ${itemColumns}`,
);

/** An arbitrary key of an advisory lock: processes that load the catalogue do so one after another. */
const loadLock = statement("SELECT pg_advisory_xact_lock(7160310501)");
const loadedFrameworks = rowMapper<Omit<LoadedFramework, "items">>(["sha256"], ["shippedSha256"]);
const findLoadedFramework = statement(`SELECT ${loadedFrameworks.columns()} FROM frameworks WHERE id = $1`);
const loadedItems = statement(
  `SELECT i.id, r.sha256, i.is_obsolete AS "isObsolete" FROM control_items i
     JOIN controls c ON c.id = i.control_id
     JOIN control_item_revisions r ON r.control_item_id = i.id AND r.revision = i.revision
    WHERE c.framework_id = $1`,
);
const foreignIds = statement(
  `SELECT id FROM controls WHERE id = ANY ($2) AND framework_id <> $1
   UNION ALL SELECT k.id FROM clusters k JOIN controls c ON c.id = k.control_id WHERE k.id = ANY ($2) AND c.framework_id <> $1
   UNION ALL SELECT i.id FROM control_items i JOIN controls c ON c.id = i.control_id WHERE i.id = ANY ($2) AND c.framework_id <> $1`,
);
const saveFramework = statement(
  `INSERT INTO frameworks AS f (id, code, name, version, sha256, shipped_sha256, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (id) DO UPDATE SET code = $2, name = $3, version = $4, sha256 = $5,
     shipped_sha256 = coalesce($6, f.shipped_sha256), updated_at = $7`,
);
const findFrameworkByCode = statement("SELECT id FROM frameworks WHERE code = $1 AND id <> $2");
// Their scores are computed again by the job complete-scores.
const unscoreReviews = statement(
  `UPDATE compliance_reviews r SET is_scored = false
     FROM controls c JOIN jsonb_to_recordset($1) AS d (id text, definition jsonb) ON d.id = c.id
    WHERE r.control_id = c.id AND c.documents_count IS DISTINCT FROM d.definition ->> 'documentsCount'`,
);
// Their gaps are found again, because other documents count as one.
const unrefreshGaps = statement(
  `UPDATE documents n SET gaps_refreshed = false
     FROM controls c JOIN jsonb_to_recordset($1) AS d (id text, definition jsonb) ON d.id = c.id
    WHERE n.control_id = c.id AND n.status = 'completed' AND n.withdrawn_at IS NULL AND n.deleted_at IS NULL
      AND c.documents_count IS DISTINCT FROM d.definition ->> 'documentsCount'`,
);
const saveControls = statement(
  `INSERT INTO controls (id, framework_id, position, code, name, description, documents_count, definition)
   SELECT id, $1, position, code, name, description, definition ->> 'documentsCount', definition
     FROM jsonb_to_recordset($2) AS d (id text, position int, code text, name text, description text, definition jsonb)
   ON CONFLICT (id) DO UPDATE SET position = excluded.position, code = excluded.code, name = excluded.name,
     description = excluded.description, documents_count = excluded.documents_count, definition = excluded.definition`,
);
const saveClusters = statement(
  `INSERT INTO clusters (id, control_id, position, code, name, is_archived)
   SELECT id, control_id, position, code, name, is_archived
     FROM jsonb_to_recordset($1) AS d (id text, control_id text, position int, code text, name text, is_archived boolean)
   ON CONFLICT (id) DO UPDATE SET control_id = excluded.control_id, position = excluded.position, code = excluded.code,
     name = excluded.name, is_archived = excluded.is_archived`,
);
const archiveMissingClusters = statement(
  `UPDATE clusters k SET is_archived = true FROM controls c
    WHERE c.id = k.control_id AND c.framework_id = $1 AND NOT k.id = ANY ($2)`,
);
const saveItems = statement(
  `INSERT INTO control_items (id, control_id, cluster_id, position, external_id, revision, is_obsolete)
   SELECT id, control_id, cluster_id, position, external_id, 1, is_obsolete
     FROM jsonb_to_recordset($1) AS d (id text, control_id text, cluster_id text, position int, external_id text, is_obsolete boolean)
   ON CONFLICT (id) DO UPDATE SET control_id = excluded.control_id, cluster_id = excluded.cluster_id,
     position = excluded.position, external_id = excluded.external_id, is_obsolete = excluded.is_obsolete`,
);
const obsoleteItems = statement("UPDATE control_items SET is_obsolete = true WHERE id = ANY ($1)");
// Adds a revision where the texts differ from the current revision.
const saveRevisions = statement(
  `WITH d AS (SELECT * FROM jsonb_to_recordset($1) AS d (id text, name text, objective text, definition jsonb, sha256 text)),
     fresh AS (
       SELECT d.*, coalesce((SELECT max(r.revision) FROM control_item_revisions r WHERE r.control_item_id = d.id), 0) + 1 AS revision
         FROM d JOIN control_items i ON i.id = d.id
        WHERE NOT EXISTS (SELECT 1 FROM control_item_revisions r
                           WHERE r.control_item_id = i.id AND r.revision = i.revision AND r.sha256 = decode(d.sha256, 'hex'))),
     added AS (
       INSERT INTO control_item_revisions (control_item_id, revision, name, objective, definition, sha256, created_at)
       SELECT id, revision, name, objective, definition, decode(sha256, 'hex'), $2 FROM fresh)
   UPDATE control_items i SET revision = fresh.revision FROM fresh WHERE i.id = fresh.id`,
);

type FrameworkRow = Omit<Framework, "controls">;

function addControls(frameworks: FrameworkRow[], controls: Control[]): Framework[] {
  return frameworks.map((framework) => ({
    ...framework,
    controls: controls.filter((control) => control.frameworkId === framework.id),
  }));
}

export function catalogueStore(run: QueryRunner): CatalogueStore {
  return {
    async listFrameworks(partnerId, language = "en") {
      const frameworks = await rows<FrameworkRow>(run, frameworksOfPartner, [partnerId]);
      return addControls(frameworks, await rows<Control>(run, controlsOfPartner, [partnerId, language]));
    },
    async listEveryFramework() {
      return addControls(await rows<FrameworkRow>(run, everyFramework), await rows<Control>(run, everyControl));
    },
    async findControl(partnerId, idOrCode) {
      const [control, ...others] = await rows<Control>(run, findControl, [partnerId, idOrCode]);
      return others.length === 0 ? control : undefined;
    },
    async findControlId(idOrCode) {
      const [found, ...others] = await listIds(run, findControlId, [idOrCode]);
      return others.length === 0 ? found : undefined;
    },
    async describeControl(controlId) {
      const control = await firstRow<Omit<DescribedControl, "clusters">>(run, describeControl, [controlId]);
      if (control === undefined) return undefined;
      const items = await rows<DescribedItem>(run, describeItems, [controlId]);
      const clusters = await rows<Cluster>(run, listClusters, [controlId, "en"]);
      return {
        ...control,
        clusters: clusters.map((cluster) => ({
          ...cluster,
          items: items.filter(({ clusterId }) => clusterId === cluster.id),
        })),
      };
    },
    async listConditions(partnerId) {
      type Row = { controlId: Id } & Parameters<typeof completeConditions>[0];
      return (await rows<Row>(run, listConditions, [partnerId])).flatMap(({ controlId, ...texts }) =>
        completeConditions(texts).map(([key, condition]) => ({ key, controlId, condition })),
      );
    },
    listClusters: (controlId, language = "en") => rows<Cluster>(run, listClusters, [controlId, language]),
    listItems: (controlId, language = "en") => manyRows<ControlItem>(run, listItems, [controlId, language]),
    findItem: (partnerId, itemId) => firstRow<DescribedItem>(run, findItem, [partnerId, itemId]),
    listSelectable: (controlId, { clusterIds, itemIds }) =>
      manyRows<SelectableItem>(run, listSelectable, [
        controlId,
        clusterIds === undefined && itemIds === undefined,
        itemIds ?? [],
        clusterIds ?? [],
      ]),
    listItemIdsAddedAfter: (controlId, instant) => listIds(run, listItemIdsAddedAfter, [controlId, instant]),
    setClusterArchived: (id, isArchived) => firstRow<Cluster>(run, setClusterArchived, [id, isArchived]),
    setItemObsolete: (id, isObsolete) => firstRow<ControlItem>(run, setItemObsolete, [id, isObsolete]),
    lockForLoading: () => execute(run, loadLock),
    async findLoaded(frameworkId) {
      const framework = await loadedFrameworks.find(run, findLoadedFramework, [frameworkId]);
      return framework && { ...framework, items: await rows(run, loadedItems, [frameworkId]) };
    },
    findFrameworkWithCode: (code, exceptId) => findId(run, findFrameworkByCode, [code, exceptId]),
    findForeign: (frameworkId, ids) => listIds(run, foreignIds, [frameworkId, ids]),
    async save(document, { sha256, isShipped }, changes, at) {
      const { controls, clusters, items, revisions } = toRecords(document);
      const { id, code, name, version } = document;
      await execute(run, saveFramework, [id, code, name, version, sha256, isShipped ? sha256 : undefined, at]);
      await execute(run, unscoreReviews, [JSON.stringify(controls)]);
      await execute(run, unrefreshGaps, [JSON.stringify(controls)]);
      await execute(run, saveControls, [document.id, JSON.stringify(controls)]);
      await execute(run, saveClusters, [JSON.stringify(clusters)]);
      await execute(run, archiveMissingClusters, [document.id, clusters.map((cluster) => cluster.id)]);
      await execute(run, saveItems, [JSON.stringify(items)]);
      await execute(run, obsoleteItems, [changes.obsoleted]);
      await execute(run, saveRevisions, [JSON.stringify(revisions), at]);
    },
  };
}

function toRecords(document: FrameworkDocument) {
  const controls = document.controls.map(({ id, code, name, description, clusters, ...definition }, position) => {
    return { id, position, code, name, description, definition };
  });
  const clusters = document.controls.flatMap((control) =>
    control.clusters.map(({ id, code, name, isArchived: is_archived = false }, position) => {
      return { id, control_id: control.id, position, code, name, is_archived };
    }),
  );
  const placed = document.controls.flatMap((control) =>
    control.clusters.flatMap((cluster) =>
      cluster.items.map((item, position) => ({ control, item, position, cluster_id: cluster.id })),
    ),
  );
  const items = placed.map(({ control, item, ...place }) => {
    const [external_id, is_obsolete] = [item.externalId, item.isObsolete ?? false];
    return { id: item.id, control_id: control.id, ...place, external_id, is_obsolete };
  });
  const revisions = placed.map(({ control, item }) => {
    const { id, name, objective, isObsolete, ...definition } = completeItem(control, item);
    return { id, name, objective, definition, sha256: hashItem(control, item).toString("hex") };
  });
  return { controls, clusters, items, revisions };
}
