export const review = {
  reviews: { title: "Reviews" },
  documents: { title: "Documents" },
};
