import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { itemQueries } from "@/components/queries/item-queries";
import { voiceQueries } from "@/components/queries/voice-queries";
import { loadMessages } from "@/lib/i18n/catalogues";
import MoreFilters from "./more-filters";

const { library } = await loadMessages("en");
const voiceId = "moss_audio_7f3a";

function render(client: QueryClient): string {
  return renderToString(
    <NextIntlClientProvider locale="en" messages={{ library }} timeZone="UTC">
      <QueryClientProvider client={client}>
        <MoreFilters view={{ q: "", voice: voiceId }} onShow={() => {}} all={false} />
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
}

it("shows the name of a voice once the list of voices is there", () => {
  const client = new QueryClient();
  client.setQueryData(itemQueries.facets().queryKey, { models: [], voices: [voiceId], tags: [] });
  expect(render(client)).toContain("Moss audio 7f3a");
  client.setQueryData(voiceQueries.list(null).queryKey, {
    voices: [{ voiceId, name: "Anna", description: [], language: null }],
    source: "service",
    fault: null,
    favourites: [],
    recent: [],
    samples: [],
    sampleModel: "speech-2.6-hd",
  });
  const html = render(client);
  expect(html).toContain("Anna");
  expect(html).not.toMatch(/moss/i);
});
