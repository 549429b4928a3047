/** As much of `fetch` as is used; tests pass another one. */
export type Fetching = (address: string, request: RequestInit) => Promise<Response>;
