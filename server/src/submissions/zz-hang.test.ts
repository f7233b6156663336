import "./upload-on-s3.test.ts";
setTimeout(() => {
  // biome-ignore lint: debug
  for (const h of (process as any)._getActiveHandles()) {
    if (h.constructor.name !== "Socket") continue;
    console.log("SOCK", h.localPort, h.remotePort, "r", h.bytesRead, "w", h.bytesWritten, "wl", h.writableLength, "path", h.remoteAddress ?? "", h._httpMessage?.method, h._httpMessage?.path?.slice(0, 120), h._httpMessage?.constructor?.name, "fin", h._httpMessage?.finished, "hdrs", JSON.stringify(h._httpMessage?.getHeaders?.()).slice(0, 400), "req", h.parser?.incoming?.method, h.parser?.incoming?.url?.slice(0, 100), h.parser?.incoming?.complete, "paused", h.isPaused());
  }
  console.log(process.getActiveResourcesInfo().join(","));
}, 30000).unref();
