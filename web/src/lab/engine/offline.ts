/** The offline copy of the page; browsers allow it for secure addresses only. */

const SCRIPT = "/lab-service-worker.js";
/** The service worker handles only addresses that begin like this, not the table's. */
const SCOPE = "/lab";

/** Did this page come from the offline copy? */
export const isFromCache = (): boolean =>
  "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;

/** Stores the page for offline use; true once done, false where the browser or the address forbids it. */
export async function keepOffline(): Promise<boolean> {
  if (import.meta.env.DEV || !("serviceWorker" in navigator)) return false;
  try {
    const found = await navigator.serviceWorker.register(SCRIPT, { scope: SCOPE });
    return found.active !== null || (await settled(found.installing ?? found.waiting));
  } catch (fault) {
    console.warn("the page cannot be kept for later:", fault);
    return false;
  }
}

/** Has a worker that is being installed stored everything? Not if it is discarded. */
function settled(worker: ServiceWorker | null): Promise<boolean> {
  if (!worker) return Promise.resolve(false);
  return new Promise((done) => {
    const look = (): void => {
      if (worker.state === "installing") return;
      worker.removeEventListener("statechange", look);
      done(worker.state !== "redundant");
    };
    worker.addEventListener("statechange", look);
    look();
  });
}
