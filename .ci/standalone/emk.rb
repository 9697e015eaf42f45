class Emk < Formula
  desc "Manage an email-marketing account"
  homepage "@homepage@"
  version "@version@"
  license "MIT"

  on_macos do
    on_arm do
      url "@base@/emk-@version@-darwin-arm64.tar.gz"
      sha256 "@darwin-arm64@"
    end
    on_intel do
      url "@base@/emk-@version@-darwin-x64.tar.gz"
      sha256 "@darwin-x64@"
    end
  end
  on_linux do
    on_arm do
      url "@base@/emk-@version@-linux-arm64.tar.gz"
      sha256 "@linux-arm64@"
    end
    on_intel do
      url "@base@/emk-@version@-linux-x64.tar.gz"
      sha256 "@linux-x64@"
    end
  end

  def install
    libexec.install Dir["*"]
    bin.write_exec_script opt_libexec/"bin/emk"
    bash_completion.install libexec/"package/completions/emk.bash" => "emk"
    zsh_completion.install libexec/"package/completions/_emk"
    fish_completion.install libexec/"package/completions/emk.fish"
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/emk --version").strip
  end
end
