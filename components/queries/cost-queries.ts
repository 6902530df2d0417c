import { queryOptions } from "@tanstack/react-query";
import type { BudgetsDto } from "@/lib/costs/budget-dto";
import type { PricesDto } from "@/lib/costs/price-dto";
import { apiFetch } from "./api-fetch";

/** The only place where keys of cost queries are written. */
export const costQueries = {
  all: ["costs"] as const,

  prices: () =>
    queryOptions({
      queryKey: [...costQueries.all, "prices"] as const,
      queryFn: ({ signal }) => apiFetch<PricesDto>("/api/v1/prices", { signal }),
    }),

  budgets: () =>
    queryOptions({
      queryKey: [...costQueries.all, "budgets"] as const,
      queryFn: ({ signal }) => apiFetch<BudgetsDto>("/api/v1/budgets", { signal }),
    }),
};
