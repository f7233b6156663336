export const company = {
  entities: { title: "Business entities" },
};
