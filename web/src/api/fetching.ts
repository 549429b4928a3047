/** The part of `fetch` that is used; tests pass a substitute. */
export type Fetching = (address: string, request: RequestInit) => Promise<Response>;
