/** Whose span: that of a generation, or that of one of its attempts. */
export interface SpanOwner {
  generationId: string;
  attemptId?: string | undefined;
}

const digitsOf = (id: string): string => id.replaceAll("-", "");

/** The trace of a generation. Its ID follows from that of the generation, so that every process knows it. */
export const findTraceId = (generationId: string): string => digitsOf(generationId);

/** The first span of the trace: the request that asked for the generation. */
export const findRootSpanId = (generationId: string): string => digitsOf(generationId).slice(0, 16);

/**
 * The span that others name as their parent, also those of other processes: the whole life of a generation, or an attempt. A
 * UUID's version and variant are in either half, so that none is all zeros.
 */
export const findSpanId = ({ generationId, attemptId = generationId }: SpanOwner): string =>
  digitsOf(attemptId).slice(16);
