import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { createProject } from "../change/change-project.server";
import { addProjectItems } from "../change/project-items.server";
import { putMember } from "../change/project-members.server";
import { listProjectItemsQuerySchema } from "../project-input";
import { listProjectItems } from "../read/list-project-items.server";

interface Person {
  userId: string;
  email: string;
}

interface OpenProject {
  id: string;
  /** The items in it. */
  ids: string[];
  ada: Person;
  ben: Person;
  cleo: Person;
  dan: Person;
}

export interface ProjectStudio extends TestDatabase {
  addPerson(name: string): Promise<Person>;
  /** Items of a person, without the generations behind them. */
  addItems(userId: string, count: number, kind?: "image" | "audio" | "video"): Promise<string[]>;
  /** A project of Ada with five of her items, in which Ben works and Cleo looks on; Dan is not in it. */
  openProject(): Promise<OpenProject>;
  /** The items that a person sees in a project, with a query of GET /api/v1/projects/:id/items. */
  listIds(userId: string, id: string, query?: Record<string, string>): Promise<string[]>;
}

/** A database for tests of projects. */
export async function openProjectStudio(): Promise<ProjectStudio> {
  const test = await createTestDatabase();
  const { database } = test;
  await database.$executeRaw`ALTER TABLE "Item" DROP CONSTRAINT "Item_id_fkey", DROP CONSTRAINT "Item_generationId_fkey"`;
  const studio: ProjectStudio = {
    ...test,
    async addPerson(name) {
      const email = `${name.toLowerCase()}-${randomUUID()}@example.test`;
      const { id } = await database.user.create({ data: { email, name } });
      return { userId: id, email };
    },
    async addItems(userId, count, kind = "image") {
      const asset = await database.asset.create({
        data: {
          userId,
          sha256: randomUUID(),
          bytes: 1,
          mimeType: `${kind}/test`,
          kind,
          origin: "output",
        },
      });
      const ids = Array.from({ length: count }, () => randomUUID());
      await database.item.createMany({
        data: ids.map((id, index) => ({
          id,
          userId,
          generationId: randomUUID(),
          assetId: asset.id,
          kind,
          generator: kind,
          model: "any",
          sandbox: true,
          partial: false,
          takeName: `${kind} ${index}`,
          searchText: "",
          tags: ["mine"],
          rating: 4,
          favourite: true,
          bytes: 1,
          mimeType: `${kind}/test`,
          createdAt: new Date(),
        })),
      });
      return ids;
    },
    async openProject() {
      const { addPerson, addItems } = studio;
      const ada = await addPerson("Ada");
      const ben = await addPerson("Ben");
      const cleo = await addPerson("Cleo");
      const dan = await addPerson("Dan");
      const { id } = await createProject(database, ada.userId, { title: "Harbour" });
      const ids = await addItems(ada.userId, 5);
      await addProjectItems(database, { userId: ada.userId, id, ids });
      await putMember(database, { author: ada, id, email: ben.email, role: "work" });
      await putMember(database, { author: ada, id, email: cleo.email, role: "view" });
      return { id, ids, ada, ben, cleo, dan };
    },
    async listIds(userId, id, query = {}) {
      const parsed = listProjectItemsQuerySchema.parse(query);
      const page = await listProjectItems(database, { userId, id }, parsed);
      return page.items.map((item) => item.id);
    },
  };
  return studio;
}
