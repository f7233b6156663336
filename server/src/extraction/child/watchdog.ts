import { spawn } from "node:child_process";

export interface Watchdog {
  /** The process and its group end with this process. */
  watch(pid: number | undefined): void;
  forget(pid: number | undefined): void;
  /** The folder that is a link to `out` at the moment; "" for none. */
  lend(outFolder: string): void;
  stop(): void;
}

/**
 * A shell that waits for this process to end, however it ends: its input closes. It kills the child and its programs, which
 * may be too busy to notice, returns the pages extracted so far and deletes the child's folder.
 */
export function startWatchdog(folder: string): Watchdog {
  const script = `
    pids= out=
    while IFS= read -r line; do
      case "$line" in
        +*) pids="$pids \${line#+} " ;;
        -*) rest= ; for pid in $pids; do [ "$pid" = "\${line#-}" ] || rest="$rest $pid"; done; pids=$rest ;;
        =*) out=\${line#=} ;;
      esac
    done
    for pid in $pids; do kill -s KILL -- "-$pid" 2>/dev/null; done
    if [ -n "$out" ] && [ "$(readlink "$out")" = "$1/out" ]; then
      find "$1/out" ! -type d ! -type f -exec rm -f {} +
      rm -f "$out" && mv "$1/out" "$out"
    fi
    rm -rf "$1"`;
  const shell = spawn("/bin/sh", ["-c", script, "assay-watchdog", folder], {
    detached: true,
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  });
  shell.on("error", () => undefined);
  shell.stdin?.on("error", () => undefined);
  shell.unref();
  (shell.stdin as (NodeJS.WritableStream & { unref?(): void }) | null)?.unref?.();
  const write = (line: string) => shell.stdin?.write(`${line}\n`);
  return {
    watch: (pid) => pid !== undefined && write(`+${pid}`),
    forget: (pid) => pid !== undefined && write(`-${pid}`),
    lend: (outFolder) => write(`=${outFolder}`),
    stop: () => shell.kill("SIGKILL"),
  };
}
