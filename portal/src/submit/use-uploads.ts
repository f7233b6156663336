import { useSyncExternalStore } from "react";
import { allUploads, onUploadsChange, type RunningUpload } from "./uploads.ts";

export const useUploads = (): readonly RunningUpload[] => useSyncExternalStore(onUploadsChange, allUploads);
