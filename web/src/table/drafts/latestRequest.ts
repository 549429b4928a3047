/** One request at a time: while it runs only the newest wish is kept, and sent when it is done. */
export class LatestRequest<Wish, Found> {
  private waiting: { readonly wish: Wish } | null = null;
  private underway = false;
  private running = Promise.resolve();

  constructor(
    private readonly ask: (wish: Wish) => Promise<Found>,
    private readonly found: (found: Found, wish: Wish) => void,
    private readonly failed: (error: unknown, wish: Wish) => void,
  ) {}

  want(wish: Wish): void {
    this.waiting = { wish };
    if (!this.underway) this.running = this.run();
  }

  /** Resolves when the newest wish is answered. */
  settled(): Promise<void> {
    return this.running;
  }

  private async run(): Promise<void> {
    this.underway = true;
    while (this.waiting) {
      const { wish } = this.waiting;
      this.waiting = null;
      try {
        this.found(await this.ask(wish), wish);
      } catch (error) {
        this.failed(error, wish);
      }
    }
    this.underway = false;
  }
}
