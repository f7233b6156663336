import { setTimeout as wait } from "node:timers/promises";

const [shortestPauseMilliseconds, longestPauseMilliseconds] = [5, 50];
/** What happens soon is noticed soon; what takes long is not asked so often that asking slows it down. */
const pauseShare = 0.05;

/** Polls until the condition holds. Counts pauses instead of time, because a busy machine is as slow as what is waited for. */
export async function until(isTrue: () => Promise<boolean> | boolean, seconds = 50): Promise<void> {
  for (let waited = 0; !(await isTrue()); ) {
    if (waited > seconds * 1000) throw new Error(`did not happen within ${seconds} seconds: ${isTrue}`);
    const pause = Math.min(Math.max(waited * pauseShare, shortestPauseMilliseconds), longestPauseMilliseconds);
    await wait(pause);
    waited += pause;
  }
}
