/**
 * What `appliesWhen` says of an item or criterion that is only of historical interest. Apart from the format, so that the engine's
 * thread does not load the library of schemas.
 */
export const neverApplies = "never";
