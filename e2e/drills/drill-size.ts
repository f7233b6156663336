/** `npm test` runs the drills of `npm run drill` with fewer documents and shorter faults. */
const isFull = process.env["ASSAY_DRILL"] === "full";

export const drillSize = isFull
  ? {
      kills: 40,
      wholeKills: 4,
      outageSeconds: 10,
      documents: 150,
      faultSeconds: 20,
      lockSeconds: 20,
      idleConnections: 5000,
      cleanUps: 1,
    }
  : {
      kills: 6,
      wholeKills: 1,
      outageSeconds: 3,
      documents: 16,
      faultSeconds: 3,
      lockSeconds: 0,
      idleConnections: 5000,
      cleanUps: 0,
    };
