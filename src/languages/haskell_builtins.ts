/** What Haskell's Prelude brings into every module, and what is common beside it. */
import type { Semantics } from "../resolve/semantics.ts";
import { PLAIN_SEMANTICS } from "./plain_semantics.ts";

/** Operators of the Prelude and of base: that one is used says nothing. */
export const PRELUDE_OPERATORS: ReadonlySet<string> = new Set(
  ("+ - * / ^ ^^ ** . $ $! $!! == /= < <= > >= && || ++ !! : <> >> >>= =<< >=> <=< <$> <$ $> <$!> <*> *> <* <**> " +
    "& <&> <|> <||> &&& *** >>> <<< ||| +++ ! \\\\ % ~ .. -< -<< :| .&. .|. =~").split(" "),
);

/** Constructors of the Prelude. */
export const PRELUDE_CONSTRUCTORS: ReadonlySet<string> = new Set(
  "True False Just Nothing Left Right LT EQ GT".split(" "),
);

/** Types and classes of the Prelude, and those of base that everybody knows. */
export const PRELUDE_TYPES: ReadonlySet<string> = new Set(
  ("Int Integer Word Float Double Char String Bool Ordering Maybe Either IO FilePath ShowS ReadS Rational IOError " +
    "Eq Ord Show Read Enum Bounded Num Real Integral Fractional Floating RealFrac RealFloat Functor Applicative Monad " +
    "MonadFail Semigroup Monoid Foldable Traversable Generic Typeable Data NFData Type Constraint Word8 Word16 Word32 " +
    "Word64 Int8 Int16 Int32 Int64").split(" "),
);

const FUNCTIONS =
  ("abs acos acosh all and any appendFile asTypeOf asin asinh atan atan2 atanh break ceiling compare concat concatMap " +
    "const cos cosh curry cycle decodeFloat div divMod drop dropWhile either elem encodeFloat enumFrom enumFromThen " +
    "enumFromThenTo enumFromTo error errorWithoutStackTrace even exp exponent fail filter flip floatDigits floatRadix " +
    "floatRange floor fmap foldMap foldl foldl' foldr foldl1 foldr1 fromEnum fromInteger fromIntegral fromRational fst gcd getChar " +
    "getContents getLine head id init interact ioError isDenormalized isIEEE isInfinite isNaN isNegativeZero iterate " +
    "last lcm length lex lines log logBase lookup map mapM mapM_ mappend max maxBound maximum maybe mconcat mempty min " +
    "minBound minimum mod negate not notElem null odd or otherwise pi pred print product properFraction pure putChar " +
    "putStr putStrLn quot quotRem read readFile readIO readList readLn readParen reads readsPrec realToFrac recip rem " +
    "repeat replicate return reverse round scaleFloat scanl scanl1 scanr scanr1 seq sequence sequenceA sequence_ show " +
    "showChar showList showParen showString shows showsPrec significand signum sin sinh snd span splitAt sqrt subtract " +
    "succ sum tail take takeWhile tan tanh toEnum toInteger toRational traverse traverse_ truncate uncurry undefined unlines until " +
    "unwords unzip unzip3 userError words writeFile zip zip3 zipWith zipWith3").split(" ");

/** Haskell's semantics. */
export const haskellSemantics: Semantics = {
  ...PLAIN_SEMANTICS,
  family: "haskell",
  parametersAreOpaque: true,
  builtinNames: new Set(FUNCTIONS),
  commonMembers: new Set(["run", "get", "put", "new", "main", "parse", "insert", "empty"]),
};
