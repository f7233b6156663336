import { Anchor, type AnchorProps, Button, type ButtonProps, NavLink, type NavLinkProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** Mantine components as router links with typed paths. */

type PlainAnchor = Omit<ComponentProps<"a">, "style" | "color" | "label">;

function AnchorBase(props: AnchorProps & PlainAnchor) {
  return <Anchor {...props} />;
}

function ButtonBase(props: ButtonProps & PlainAnchor) {
  return <Button component="a" {...props} />;
}

function NavBase(props: NavLinkProps & PlainAnchor) {
  return <NavLink component="a" {...props} />;
}

export const AnchorLink = createLink(AnchorBase);
export const ButtonLink = createLink(ButtonBase);
export const NavigationLink = createLink(NavBase);
