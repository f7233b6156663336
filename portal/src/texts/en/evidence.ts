export const evidence = {
  submit: { title: "New submission" },
};
