import { AssayError, type Webhook } from "@assay/sdk";
import { queryOptions } from "@tanstack/react-query";
import { assayInBackground } from "../service/assay.ts";

/** Refresh interval of the deliveries. */
const pollMilliseconds = 5000;

/** The company's webhook; null while none is registered. */
export const webhookQuery = queryOptions({
  queryKey: ["webhook"],
  queryFn: async ({ signal }): Promise<Webhook | null> => {
    try {
      return await assayInBackground.getWebhook({ signal });
    } catch (error) {
      if (error instanceof AssayError && error.status === 404) return null;
      throw error;
    }
  },
  refetchInterval: pollMilliseconds,
});

const shownDeliveries = 50;

export const deliveriesQuery = queryOptions({
  queryKey: ["deliveries"],
  queryFn: ({ signal }) => assayInBackground.listDeliveries({ limit: shownDeliveries }, { signal }),
  refetchInterval: pollMilliseconds,
});
