import { randomUUID } from "node:crypto";
import { addFilm } from "@/lib/films/change/create-film.server";
import { saveFilm } from "@/lib/films/change/save-film.server";
import { type FilmDocument, makeFilm, type Place } from "@/lib/films/film-document";
import { makeCaption, makePiece, makeShot } from "@/lib/films/testing/make-shots";
import { addGeneration, type ArchiveStudio, storeSample } from "./studio";

/** A film that names an item and a generation wherever it can. */
export function makeArchivedFilm({
  itemId,
  generationId,
}: {
  itemId: string;
  generationId: string;
}): FilmDocument {
  const place: Place = {
    kind: "place",
    generator: "image",
    text: "A quay at night",
    model: null,
    firstFrame: { of: "item", itemId },
    generationId,
    after: generationId,
  };
  return {
    ...makeFilm({ aspect: "16:9", frameRate: 24 }),
    shots: [
      makeShot({ content: { kind: "picture", itemId, move: null }, origin: place }),
      makeShot({ content: place }),
      makeShot(),
    ],
    sounds: [makePiece({ itemId })],
    captions: [makeCaption({ spoken: generationId })],
  };
}

/** Gives the account something in every table of an archive. */
export async function fillAccount(studio: ArchiveStudio) {
  const { database } = studio.test;
  const upload = await storeSample(studio, "image", "upload", "Foto “1”.png");
  await storeSample(studio, "audio", "upload", "never used.wav");
  const parent = await addGeneration(studio, { title: "Dämmerung 黄昏" }, ["image", "audio", "image"]);
  const child = await addGeneration(studio, {
    parentId: parent.id,
    relation: "vary",
    input: { prompt: "Again", first_frame_image: { assetId: upload.id } },
    idea: "an idea",
    take: 2,
    usage: {},
  });
  await database.generationAsset.create({
    data: { generationId: child.id, assetId: upload.id, field: "first_frame_image" },
  });
  const error = { code: "service.refused", serviceCode: 1026, traceId: "trace" };
  await addGeneration(studio, { state: "failed", error }, []);
  const now = new Date();
  await addGeneration(
    studio,
    { state: "unknown", error: { code: "service.no-response" }, dismissedAt: now, batchId: randomUUID() },
    [],
  );
  await addGeneration(studio, { state: "succeeded", input: {}, erasedAt: now, deletedAt: now }, []);
  const items = await database.item.findMany({
    where: { generationId: parent.id },
    orderBy: { id: "asc" },
  });
  await database.item.update({
    where: { id: items[0]!.id },
    data: {
      title: "Das erste",
      tags: ["keep", "夜"],
      rating: 5,
      favourite: true,
      ownText: "das erste\nkeep\n夜",
      version: 2,
    },
  });
  await database.item.update({ where: { id: items[1]!.id }, data: { deletedAt: now, version: 2 } });
  await database.preference.create({
    data: { userId: studio.userId, key: "voices.favourites", value: ["b", "a"] },
  });
  const project = await database.project.create({
    data: {
      userId: studio.userId,
      title: "Album",
      notes: "Two lines\nof notes",
      colour: "blue",
      coverItemId: items[0]!.id,
      items: { create: items.map(({ id }, index) => ({ itemId: id, position: 3 - index })) },
    },
  });
  await database.savedSearch.createMany({
    data: [
      { userId: studio.userId, name: "Best 夜", query: "tag=%E5%A4%9C&rating=5", position: 2 },
      { userId: studio.userId, name: "Of the album", query: `project=${project.id}`, position: 1 },
    ],
  });
  const preset = await database.preset.create({
    data: {
      userId: studio.userId,
      generator: "video",
      name: "Dusk 黄昏",
      input: { prompt: "A dusk", first_frame_image: { assetId: upload.id } },
      isDefault: true,
      assets: { create: { assetId: upload.id } },
    },
  });
  await database.webhook.create({
    data: {
      userId: studio.userId,
      name: "Bell 钟",
      url: "https://bell.example/hook?room=1",
      events: ["generation.succeeded", "batch.finished"],
      secret: "sealed",
    },
  });
  const snippet = await database.snippet.create({
    data: {
      userId: studio.userId,
      name: "Stil 夜",
      text: "low light,\nlong shadows ",
      fields: ["prompt"],
    },
  });
  const film = await database.$transaction((transaction) =>
    addFilm(transaction, {
      userId: studio.userId,
      projectId: project.id,
      title: "Hafen 港",
      document: makeArchivedFilm({ itemId: items[0]!.id, generationId: parent.id }),
    }),
  );
  const edited = makeArchivedFilm({ itemId: items[2]!.id, generationId: parent.id });
  await saveFilm(
    database,
    { userId: studio.userId, id: film },
    { version: 1, key: randomUUID(), document: edited },
  );
  await database.filmVersion.updateMany({
    where: { number: 1 },
    data: { name: "First cut", savedById: null },
  });
  return { upload, parent, child, items, project, preset, snippet, film };
}
