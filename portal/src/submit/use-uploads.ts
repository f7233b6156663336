import { useSyncExternalStore } from "react";
import { allUploads, onUploadsChange, type RunningUpload } from "./uploads.ts";

/** The uploads of this tab that belong to the signed-in company. */
export const useUploads = (companyId: string | undefined): RunningUpload[] =>
  useSyncExternalStore(onUploadsChange, allUploads).filter((upload) => upload.companyId === companyId);
