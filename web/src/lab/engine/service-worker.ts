/**
 * Keeps the lab page on the device: the page, its code and the Python it runs. Registered by the lab page
 * alone, for addresses that begin with /lab; what the table fetches never passes here, and no answer of the
 * service is kept.
 *
 * The page itself comes from the network where there is one, so a new version is seen at once. All else has
 * a digest or a version in its name and comes from what is kept. A set is kept whole or not at all, and an
 * old one is thrown away only when no page uses it any more.
 */

interface Lasting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetched extends Lasting {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
declare const __KEPT__: { readonly digest: string; readonly addresses: readonly string[] };

const { digest, addresses } = __KEPT__;
const PAGE = "/lab.html";
const OURS = "sandtable-lab-";
const NAME = `${OURS}${digest}`;
/** Milliseconds that the network may take for the page before the kept one is shown. */
const PATIENCE = 4_000;
/** Does an address name a file that never changes? */
const isLasting = (address: string): boolean => /^\/(lab|pyodide)\//.test(address);

async function keep(): Promise<void> {
  const cache = await caches.open(NAME);
  await Promise.all(
    addresses.map(async (address) => {
      const old = isLasting(address) ? await caches.match(address) : undefined;
      const found = old ?? (await fetch(address, { cache: isLasting(address) ? "default" : "reload" }));
      if (!found.ok) throw new Error(`${address} cannot be kept: ${found.status.toString()}`);
      await cache.put(address, found);
    }),
  );
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((one) => one.startsWith(OURS) && one !== NAME).map((one) => caches.delete(one)),
  );
}

const kept = async (request: Request): Promise<Response | undefined> =>
  (await caches.open(NAME)).match(request, { ignoreSearch: true, ignoreVary: true });

const later = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** The page from the network; the kept one if the network is absent, slow or broken. */
async function newest(request: Request): Promise<Response> {
  const coming = fetch(request);
  const first = await Promise.race([coming.catch(() => undefined), later(PATIENCE)]);
  return (first?.ok ? first : await kept(request)) ?? coming;
}

const known = async (request: Request): Promise<Response> => (await kept(request)) ?? fetch(request);

self.addEventListener("install", (event) => {
  (event as Lasting).waitUntil(keep());
});
self.addEventListener("activate", (event) => {
  (event as Lasting).waitUntil(forgetOthers());
});
self.addEventListener("fetch", (event) => {
  const { request } = event as Fetched;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  (event as Fetched).respondWith(pathname === PAGE ? newest(request) : known(request));
});
