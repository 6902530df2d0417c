import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { itemQueries } from "@/components/queries/item-queries";
import { loadMessages } from "@/lib/i18n/catalogues";
import MissingValues from "./missing-values";

const { library } = await loadMessages("en");

it("names the filters that match nothing, and no others", () => {
  const client = new QueryClient();
  const known = (list: Parameters<typeof itemQueries.months>[0], total: number) =>
    client.setQueryData(itemQueries.months(list).queryKey, { months: [], total, exact: true });
  known({ model: "image-01" }, 3);
  known({ tag: "harbour" }, 0);
  known({ project: "gone" }, 0);
  const html = renderToString(
    <NextIntlClientProvider locale="en" messages={{ library }} timeZone="UTC">
      <QueryClientProvider client={client}>
        <MissingValues
          view={{ q: "", model: "image-01", tag: "harbour", project: "gone", voice: "unasked" }}
        />
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
  expect(html).toContain("Nothing here has the tag “harbour”.");
  expect(html).toContain("The project isn’t available, or has none of your items.");
  expect(html).not.toContain("image-01");
  expect(html).not.toContain("unasked");
});
